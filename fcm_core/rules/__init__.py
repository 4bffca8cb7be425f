"""From TOML to a plan: tables, manifests, content, rulesets and their options. No module's code is imported here."""
