"""The version of what modules are written against."""

# Hooks, parts, content keys and fcm_core.modding. The first number rises when older modules may break; what changed stands
# in fcm_core/README.md.
API_VERSION = "1.0"
