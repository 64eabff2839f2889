"""What is wrong in a block that cannot be read, and what to write instead; looked at after a mistake only."""
