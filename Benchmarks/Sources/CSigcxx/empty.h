// libsigc++ is C++ and is included by the target that uses it; this module only says where it lies.
