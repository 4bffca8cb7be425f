"""What is told, written and played again: JSON, saves, explanations, and the runner of whole games."""
