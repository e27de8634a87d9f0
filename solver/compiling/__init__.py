"""How kernels are compiled and where their machine code is kept, with the tools that all of them need."""
