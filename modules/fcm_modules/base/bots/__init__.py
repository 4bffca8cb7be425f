"""Bots."""

BOTS = ()
