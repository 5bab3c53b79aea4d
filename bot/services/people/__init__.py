"""The settings of people and servers, and the forgetting of a person."""
