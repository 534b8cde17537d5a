"""Libraries that tell their makers of each use are told not to, before they are loaded."""

import os

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
