"""The kernels that search: the packed state, its children, their costs, and the path that is found."""
