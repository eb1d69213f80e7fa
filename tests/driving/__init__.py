"""Toolwire driven as an app drives it, and judges that read what goes over the wire themselves."""
