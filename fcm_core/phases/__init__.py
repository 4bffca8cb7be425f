"""The seven phases and setup, one file each; working/ holds a player's working turn, one file per step."""
