/// The units of the numbers in formulas.
package struct FormulaUnits: Sendable {
    /// The units of inputs; those that are not among them have none.
    package var inputs: [Int: PhysicalUnit] = [:]

    /// The unit of the time.
    package let time: PhysicalUnit

    /// The units of the first inputs, and of the time.
    package init(inputs: [PhysicalUnit] = [], time: PhysicalUnit) {
        self.time = time
        for (input, unit) in inputs.enumerated() { self.inputs[input] = unit }
    }

    subscript(input: Int) -> PhysicalUnit { inputs[input] ?? .one }

    /// The unit for which a name stands in formulas that call nothing else by it. A letter alone stands for none: it is rather
    /// the name of something that has been forgotten.
    func unit(named name: String) -> PhysicalUnit? {
        name.count > 1 && ExpressionFunction.named(name) == nil ? PhysicalUnit(symbol: name[...]) : nil
    }
}
