extension Section {
    /// The number of a key that may be left out; `nil` if it was refused, which is reported.
    func number(_ key: String, default standard: Double, _ range: NumberRange) -> Double? {
        noteDefault(key, standard.plain)
        guard let value = optional(key) else { return standard }
        return value.number(range)
    }

    /// The integer of a key that may be left out; `nil` if it was refused, which is reported.
    func integer(_ key: String, default standard: Int, _ range: ClosedRange<Int>) -> Int? {
        noteDefault(key, String(standard))
        guard let value = optional(key) else { return standard }
        return value.integer(.closed(range))
    }
}
