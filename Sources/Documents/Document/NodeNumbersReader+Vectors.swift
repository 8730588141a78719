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
        return value.components(
            count, in: unit, takesAnyUnit: { $0.word.flatMap(Double.init) == 0 }, unit: \.unit
        ) { read($0, in: $1) }
    }
}

extension Value {
    /// Reads the components of a vector, all of which have the same unit: that which is given, or that of the first.
    ///
    /// - Parameters:
    ///   - count: How many there must be.
    ///   - unit: Their unit, if it is given.
    ///   - takesAnyUnit: Tells of an item if it is in the unit of those behind it, such as 0.
    ///   - unitOf: The unit of what has been read.
    ///   - read: Reads an item in a unit.
    /// - Returns: The components; `nil` if something was wrong, which is reported.
    package func components<Component>(
        _ count: Int, in unit: String?, takesAnyUnit: (Value) -> Bool, unit unitOf: (Component) -> String?,
        _ read: (Value, String?) -> Component?
    ) -> [Component]? {
        let first = list(of: "the components of a vector", { $0 })?.lazy.compactMap(\.unitOfNumber).first
        var unit = unit
        let components = list(.exactly(count), of: "the components of a vector") { item in
            let component = read(item, unit ?? (takesAnyUnit(item) ? first : nil))
            unit = unit ?? component.flatMap(unitOf)
            return component
        }
        guard let components, Set(components.map(unitOf)).count > 1 else { return components }
        report(VectorNames.unlikeUnits)
        return nil
    }

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
