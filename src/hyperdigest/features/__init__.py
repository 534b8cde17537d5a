"""Optional features, each by itself: functions that change the values of an answer."""
