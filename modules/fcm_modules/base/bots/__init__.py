"""Bots."""
BOTS = ()
