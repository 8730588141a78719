import Descriptions

extension Reference {
    /// The GNU Scientific Library.
    package static let gsl = Reference(
        "M. Galassi, J. Davies, J. Theiler, B. Gough, G. Jungman, P. Alken, M. Booth and F. Rossi",
        "GNU Scientific Library Reference Manual", "Network Theory", year: 2009)
}
