"""What commands print with `--json`: frozen classes, a file for each command, whose fields are those of the JSON."""
