"""Work for other processes: results in order, whichever worker computed them."""
