"""Experiments with bots and rules: plans, batches of games, tables, statistics and pictures.

A Plan (plan.py) says what is played. `run` (running.py) plays it in batches, here, in processes or on a Dask cluster, and
gives tables (tables.py). Tournaments, comparisons, studies and pictures read these tables. Stands on `fcm_core` alone.
"""
