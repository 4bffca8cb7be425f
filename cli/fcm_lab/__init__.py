"""The laboratory: tournaments, batches of games, tables, statistics and pictures. It stands on fcm_core's public names."""
