"""skull_tales: a crew lives through a campaign, in port, at sea and ashore."""
