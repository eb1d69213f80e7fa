"""The operators of the transform language: a file each, with all that there is to one."""
