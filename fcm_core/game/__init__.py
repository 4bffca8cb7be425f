"""The kernel: state, board, decisions, actions, events, and the hooks with their laws."""
