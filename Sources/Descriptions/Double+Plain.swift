extension Double {
    /// The number without a fraction if it has none: 1 and not 1.0, as people write counts.
    package var plain: String {
        isNaN ? "nan" : Int(exactly: self).map(String.init) ?? description
    }
}
