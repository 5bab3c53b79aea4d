"""What people and servers have set, and how somebody is forgotten."""
