"""The rules behind the actions of skull_tales, and what forbids one."""
