"""Capabilities beside the method, each in a folder: functions between the values of an answer."""
