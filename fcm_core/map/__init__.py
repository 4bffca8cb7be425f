"""The board's geometry: squares, tiles, roads, routes. Pure: it knows nothing of a game."""
