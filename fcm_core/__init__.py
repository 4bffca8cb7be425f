"""Food Chain Magnate engine: the mechanism. Modules bring the content."""
