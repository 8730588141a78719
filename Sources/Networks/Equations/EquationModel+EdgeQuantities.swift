import SimulationEngine

extension EquationModel {
    /// The quantities that variables of edges give: the mean of each over all edges, and the standard deviation of a sample, with n − 1
    /// for n numbers. Where edges have no direction, each counts in both.
    package static func quantities(ofEdges names: [String]) -> [any AnyQuantityDefinition<EquationModel>] {
        names.enumerated().flatMap { quantities(ofEdges: $1, number: $0) }
    }

    private static func quantities(ofEdges name: String, number variable: Int) -> [any AnyQuantityDefinition<
        EquationModel
    >] {
        [(Reduction.mean, "mean"), (.standardDeviation, "deviation")].map { reduction, word in
            QuantityDefinition<EquationModel, Double>("edge-\(name)-\(word)") { model in
                var numbers = model.edgeNumbers(of: variable)
                return numbers.withUnsafeMutableBufferPointer { reduction.numbers(of: $0)[0] }
            }
        }
    }

    /// The variables of edges as attributes of `graph.edges`. Where edges have no direction, an attribute with `-back` behind its
    /// name has the numbers in the direction from the second vertex to the first.
    public var edgeAttributes: [GraphAttribute] {
        equations.edgeVariables.indices.flatMap { variable -> [GraphAttribute] in
            let (name, numbers) = (equations.edgeVariables[variable], edgeNumbers(of: variable))
            guard !graph.isDirected else { return [GraphAttribute(name: name, numbers: numbers)] }
            let (there, back) = graph.directions(of: numbers)
            return [GraphAttribute(name: name, numbers: there), GraphAttribute(name: name + "-back", numbers: back)]
        }
    }
}

extension Graph {
    /// The numbers of the two directions of each of ``edges``, of numbers in the order of all rows.
    fileprivate func directions(of numbers: [Double]) -> (there: [Double], back: [Double]) {
        var (there, back): ([Double], [Double]) = ([], [])
        let rows = (0..<vertexCount).map { outgoing.vertices[outgoing.range(of: $0)] }
        var firsts = [0]
        for row in rows { firsts.append(firsts[firsts.count - 1] + row.count) }
        // How many of the lesser ends, which stand first in a row, have been passed.
        var passed = [Int](repeating: 0, count: vertexCount)
        for (source, row) in rows.enumerated() {
            var isSecondEnd = false
            for (position, target) in row.enumerated() where target >= source {
                let (target, place) = (Int(target), firsts[source] + position)
                if target == source { isSecondEnd.toggle() }
                guard target > source || isSecondEnd else { continue }
                there.append(numbers[place])
                back.append(numbers[target == source ? place + 1 : firsts[target] + passed[target]])
                if target > source { passed[target] += 1 }
            }
        }
        return (there, back)
    }
}
