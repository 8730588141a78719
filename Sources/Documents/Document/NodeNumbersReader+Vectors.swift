import Descriptions
import SimulationEngine

/// Numbers of nodes of which several are the components of a vector.
extension NodeNumbersReader {
    /// Reads numbers that may be written with `value` and `unit`, or, with `components` beside these, those of a vector.
    ///
    /// - Returns: The content of each under its name in formulas, of a component with that of the vector before it; `nil` if something is
    ///   refused, which is reported.
    func numbers(of name: String, _ value: Value) -> [ParameterContent]? {
        guard value.isNoComponent(name) else { return nil }
        guard value.hasKey(MeasuredNumbers.components.name) else {
            return readMeasured(value).map { [Self.content($0, of: name)] }
        }
        guard value.canBeVector(named: name) else { return nil }
        let keys = [MeasuredNumbers.components, MeasuredNumbers.numbersOfComponents, MeasuredNumbers.unitName]
        return value.section(of: keys) { section in
            let unit = section.readIfGiven(MeasuredNumbers.unitName) { $0.unit() }
            let names = Self.components(section) ?? nil
            let numbers = section.read(MeasuredNumbers.numbersOfComponents) { value in
                names.flatMap { read(value, ofComponents: $0.count, in: unit ?? nil) }
            }
            guard unit != nil, let names, let numbers else { return nil }
            return zip(names, numbers).map { Self.content($1, of: VectorNames.name($0, of: name)) }
        }
    }

    private static func content(_ measured: Measured, of name: String) -> ParameterContent {
        .keyed(name, [MeasuredNumbers(measured.numbers, in: measured.unit).content])
    }

    /// The names of the components of a vector; `.some(nil)` of a number, `nil` if they are refused, which is reported.
    package static func components(_ section: Section) -> [String]?? {
        section.readIfGiven(MeasuredNumbers.components) { value -> [String]? in
            if value.form == .list, let count = value.list(of: "names", { $0 })?.count, !(2...16).contains(count) {
                value.report(
                    count < 2 ? "a vector has two components or more" : "a vector has at most 16 components",
                    expected: "components: [x, y]")
                return nil
            }
            return value.distinct(of: "components") { item -> String? in
                guard let name = item.string() else { return nil }
                guard Formulas.canName(name.withUnderscores) else {
                    item.report("'\(name)': \(FormulaNames.unsayable)")
                    return nil
                }
                return name
            }
        }
    }

    /// Numbers of all components of a vector, or, in a list, those of each; `nil` if they are refused, which is reported.
    package func read(_ value: Value, ofComponents count: Int, in unit: String?) -> [Measured]? {
        guard value.form == .list else {
            return read(value, in: unit).map { [Measured](repeating: $0, count: count) }
        }
        // The first says the unit where it stands behind a number, and a 0 before it fits any.
        let first = value.list(of: "the components of a vector", { $0 })?.lazy.compactMap(\.unitOfNumber).first
        var unit = unit
        let read = value.list(.exactly(count), of: "the components of a vector") { item in
            let isZero = item.word.flatMap(Double.init) == 0
            let measured = self.read(item, in: unit ?? (isZero ? first : nil))
            unit = unit ?? measured?.unit
            return measured
        }
        guard let read, Set(read.map(\.unit)).count > 1 else { return read }
        value.report(VectorNames.unlikeUnits)
        return nil
    }
}

extension Value {
    /// Tests if a key is not the name of a component, and reports it if it is.
    package func isNoComponent(_ key: String) -> Bool {
        guard let (vector, component) = VectorNames.parts(of: key) else { return true }
        report(
            "'\(key)' would be a component of the vector '\(vector)'",
            expected: "\(vector): {components: [\(component), …]}")
        return false
    }

    /// Tests if formulas can say the components of a vector by the name that it has, and reports it if not.
    package func canBeVector(named name: String) -> Bool {
        guard VectorNames.ends.contains(name) else { return true }
        reportKey("'\(name)' cannot be the name of a vector: '\(name).' stands before what is of something else")
        return false
    }
}
