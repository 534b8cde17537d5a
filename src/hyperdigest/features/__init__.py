"""Optional features, each in a folder: functions that change the values of an answer."""
