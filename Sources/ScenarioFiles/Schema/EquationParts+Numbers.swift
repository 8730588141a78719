import Descriptions
import Networks
import SimulationEngine

/// The variables and parameters of equations, of vectors one for each component.
extension EquationParts {
    static func variables(_ value: Value, _ numbers: NodeNumbersReader) -> [Entry<Beginning>]? {
        let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        return Self.numbers(of: value) { value in
            guard value.form != .nothing else { return [(nil, (.drawn(.constant(0)), all, nil))] }
            let keys = [
                EquationKeys.components, EquationKeys.initial, EquationKeys.range, MeasuredNumbers.unitName,
            ]
            guard keys.contains(where: { value.hasKey($0.name) }) else {
                guard isOfNodes(value, numbers, orOf: EquationKeys.initial) else { return nil }
                return numbers.read(value, in: nil).map { [(nil, ($0.numbers, all, $0.unit))] }
            }
            return value.section(of: keys) { section in
                let unit = section.readIfGiven(MeasuredNumbers.unitName) { $0.unit() }
                let components = NodeNumbersReader.components(section)
                let count = components??.count
                let initial = section.read(
                    EquationKeys.initial,
                    else: [NodeNumbersReader.Measured](
                        repeating: (.drawn(.constant(0)), unit ?? nil), count: count ?? 1)
                ) { Self.read($0, count: count, numbers, in: unit ?? nil) }
                let range = section.read(EquationKeys.range, else: all) { Self.range($0, in: initial?.first?.unit) }
                guard let initial, let range, unit != nil, let components else { return nil }
                return initial.enumerated().map { (components?[$0], ($1.numbers, range, $1.unit)) }
            }
        }
    }

    static func parameters(
        _ value: Value, _ numbers: NodeNumbersReader
    ) -> [Entry<NodeNumbersReader.Measured>]? {
        Self.numbers(of: value) { value in
            guard value.hasKey(EquationKeys.components.name) else {
                guard isOfNodes(value, numbers, orOf: EquationKeys.value) else { return nil }
                return numbers.readMeasured(value).map { [(nil, $0)] }
            }
            return value.section(of: [EquationKeys.components, EquationKeys.value, MeasuredNumbers.unitName]) {
                section in
                let unit = section.readIfGiven(MeasuredNumbers.unitName) { $0.unit() }
                let components = NodeNumbersReader.components(section)
                let values = section.read(EquationKeys.value) {
                    Self.read($0, count: components??.count, numbers, in: unit ?? nil)
                }
                guard let values, unit != nil, let components else { return nil }
                return values.enumerated().map { (components?[$0], $1) }
            }
        }
    }

    /// The numbers that are read of each entry of a mapping, one or those of the components of a vector; `nil` if one is refused.
    private static func numbers<Content>(
        of value: Value, _ read: (Value) -> [(component: String?, content: Content)]?
    ) -> [Entry<Content>]? {
        let entries = entries(of: value) { name, value -> [(component: String?, content: Content)]? in
            guard !value.hasKey(EquationKeys.components.name) || value.canBeVector(named: name) else { return nil }
            return read(value)
        }
        guard let entries else { return nil }
        let areNumbers = entries.map { $0.value.isNoComponent($0.name) }
        guard !areNumbers.contains(false) else { return nil }
        return entries.flatMap { name, value, numbers in
            numbers.map { component, content in
                (name: component.map { VectorNames.name($0, of: name) } ?? name, value: value, content: content)
            }
        }
    }

    /// Numbers of all components of a vector, or, in a list, those of each; of what is no vector its own.
    private static func read(
        _ value: Value, count: Int?, _ numbers: NodeNumbersReader, in unit: String?
    ) -> [NodeNumbersReader.Measured]? {
        guard let count else {
            return isOfNodes(value, numbers, orOf: EquationKeys.initial)
                ? numbers.read(value, in: unit).map { [$0] } : nil
        }
        return numbers.read(value, ofComponents: count, in: unit)
    }

    /// Tests if a list has a number for each node, and reports it if not: it may have been meant for the components of a vector.
    private static func isOfNodes(
        _ value: Value, _ numbers: NodeNumbersReader, orOf key: ParameterDescription
    ) -> Bool {
        guard let nodes = numbers.nodeCount, let count = value.componentCount(besides: nodes) else { return true }
        value.report(
            "\(value.name) must have \(nodes) items, not \(count)",
            expected: "a number for each node, or of a vector {components: [x, …], \(key.name): […]}")
        return false
    }

    private static func range(_ value: Value, in unit: String?) -> ClosedRange<Double>? {
        guard let bounds = value.list(.exactly(2), of: "two numbers", { $0.number(.any, in: unit) }) else { return nil }
        guard bounds[0] <= bounds[1] else {
            value.report("the first number of \(value.name) must not be greater than the second")
            return nil
        }
        return bounds[0]...bounds[1]
    }
}
