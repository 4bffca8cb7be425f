"""Puts modules' code, content and the core's phases together: compiled rules, and new games of them."""
