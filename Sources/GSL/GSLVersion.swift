import CGSL

/// The version of the GNU Scientific Library that the program is linked with, such as `2.7.1` (`gsl_version`).
public let gslVersion = String(cString: cgsl_version())
