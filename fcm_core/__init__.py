"""Food Chain Magnate engine: the mechanism. Modules bring the content."""

# What modules are written against: hooks, parts and content keys. The first number rises when old modules may break.
API_VERSION = "1.0"
