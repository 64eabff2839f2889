"""Editor support: a language server, completion, highlighting."""
