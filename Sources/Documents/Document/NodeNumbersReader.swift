import Descriptions

package enum DistributionKeys {
    package static let mean = Parameter("mean", "the mean")
    package static let deviation = Parameter("deviation", "the standard deviation", .nonNegative)
    package static let location = Parameter("location", "the median")
    package static let scale = Parameter("scale", "half of the width at half of the height", .nonNegative)
    package static let ofNormal = [ParameterDescription](mean, deviation)
    package static let ofCauchy = [ParameterDescription](location, scale)
}

/// Reads a number for each node: the same for all, one for each in their order, by a formula of their numbers, or drawn from a
/// distribution.
package struct NodeNumbersReader {
    /// The number of nodes, if it is known.
    package let nodeCount: Int?

    /// The numbers that are allowed, as far as they are written: what is drawn is looked at when the model is made.
    package var range = NumberRange.any

    /// The unit of the numbers, so that they may be written with another unit of the same kind.
    package var unit: String?

    package init(nodeCount: Int?, range: NumberRange = .any, unit: String? = nil) {
        (self.nodeCount, self.range, self.unit) = (nodeCount, range, unit)
    }

    package func read(_ value: Value) -> NodeNumbers? {
        switch value.form {
        case .mapping: distribution(value)
        case .list:
            value.list(nodeCount.map(CountRange.exactly) ?? .any, of: "numbers") { $0.number(range, in: unit) }
                .map(NodeNumbers.listed)
        case .scalar where value.word?.contains("node") == true: formula(value)
        case .scalar: value.number(range, in: unit).map { .drawn(.constant($0)) }
        case .nothing:
            refuse(value)
        }
    }

    /// Numbers, and the unit that they are in if they have one.
    package typealias Measured = (numbers: NodeNumbers, unit: String?)

    /// Reads numbers in a unit, or else in that in which they are written.
    package func read(_ value: Value, in unit: String?) -> Measured? {
        var reader = self
        reader.unit = unit ?? value.unitOfNumbers
        return reader.read(value).map { ($0, reader.unit) }
    }

    /// Numbers that may be written with `value` and `unit`.
    package func readMeasured(_ value: Value) -> Measured? {
        let keys = [MeasuredNumbers.number, MeasuredNumbers.unitName]
        guard keys.contains(where: { value.hasKey($0.name) }) else { return read(value, in: nil) }
        return value.section(of: keys) { section in
            let unit = section.readIfGiven(MeasuredNumbers.unitName) { $0.unit() }
            let measured = section.read(MeasuredNumbers.number) { read($0, in: unit ?? nil) }
            return unit == nil ? nil : measured
        }
    }

    private func refuse(_ value: Value) -> NodeNumbers? {
        value.refuse(expected: "a number, a list of numbers, a formula of 'node' or a distribution")
        return nil
    }

    /// The values of a formula of the numbers of nodes.
    private func formula(_ value: Value) -> NodeNumbers? {
        let nodes = nodeCount ?? 0
        guard
            let formula = value.expression(over: [], .number, constants: ["nodes": Double(nodes)], isOfNode: true)
        else { return nil }
        guard !formula.usesTime else {
            value.report("\(value.name) cannot depend on the time, since it is said once for all nodes")
            return nil
        }
        let numbers = formula.values(ofNodes: nodes)
        if let node = numbers.firstIndex(where: { !$0.isFinite || !range.contains($0) }) {
            value.report("\(value.name) of node \(node) is \(numbers[node].plain), but must be \(range.words)")
            return nil
        }
        return .listed(numbers)
    }

    private func distribution(_ value: Value) -> NodeNumbers? {
        guard let (name, parameters) = value.variant(of: ["uniform", "normal", "cauchy", "quantiles"]) else {
            return nil
        }
        guard name == "quantiles" else { return distribution(name, parameters).map(NodeNumbers.drawn) }
        return parameters.variant(of: ["uniform", "normal", "cauchy"])
            .flatMap { distribution($0.name, $0.value) }.map(NodeNumbers.quantiles)
    }

    private func distribution(_ name: String, _ parameters: Value) -> NodeNumbers.Law? {
        switch name {
        case "uniform": uniform(parameters)
        case "normal": normal(parameters)
        default: cauchy(parameters)
        }
    }

    private func uniform(_ value: Value) -> NodeNumbers.Law? {
        guard let bounds = value.list(.exactly(2), of: "two numbers", { $0.number(.any, in: unit) }) else { return nil }
        guard bounds[0] < bounds[1] else {
            value.report("the first number of 'uniform' must be less than the second")
            return nil
        }
        return .uniform(lower: bounds[0], upper: bounds[1])
    }

    private func normal(_ value: Value) -> NodeNumbers.Law? {
        value.section(of: DistributionKeys.ofNormal) { section in
            let mean = section.value(of: DistributionKeys.mean, in: unit)
            let deviation = section.value(of: DistributionKeys.deviation, in: unit)
            guard let mean, let deviation else { return nil }
            return .normal(mean: mean, deviation: deviation)
        }
    }

    private func cauchy(_ value: Value) -> NodeNumbers.Law? {
        value.section(of: DistributionKeys.ofCauchy) { section in
            let location = section.value(of: DistributionKeys.location, in: unit)
            let scale = section.value(of: DistributionKeys.scale, in: unit)
            guard let location, let scale else { return nil }
            return .cauchy(location: location, scale: scale)
        }
    }
}
