extension Section {
    /// The number of a key that may be left out; `nil` if it was refused, which is reported.
    func number(_ key: String, preset: Double, _ range: NumberRange) -> Double? {
        noteDefault(key, preset.plain)
        guard let value = optional(key) else { return preset }
        return value.number(range)
    }

    /// The integer of a key that may be left out; `nil` if it was refused, which is reported.
    func integer(_ key: String, preset: Int, _ range: ClosedRange<Int>) -> Int? {
        noteDefault(key, String(preset))
        guard let value = optional(key) else { return preset }
        return value.integer(.closed(range))
    }
}
