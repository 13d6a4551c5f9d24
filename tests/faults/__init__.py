"""What the machine does to the program: each fault, and the state that it must leave."""
