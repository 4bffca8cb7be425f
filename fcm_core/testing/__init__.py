"""The test kit for authors of modules: invariants, the conformance run, scaffolds, and the pytest plugin.

Nothing is imported here, so that the plugin costs nothing where it is not used.
"""
