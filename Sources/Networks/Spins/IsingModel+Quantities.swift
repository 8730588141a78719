import SimulationEngine

extension IsingModel {
    /// The sum of all spins.
    ///
    /// - Complexity: O(n) for n spins.
    public var totalMagnetisation: Int {
        if let words = spins.currentWords { return words.sum }
        let bytes = spins.readBytes()
        var sum = 0
        for vertex in 0..<spins.count { sum &+= Int(bytes[vertex]) }
        return sum
    }

    /// The energy *H*.
    ///
    /// - Complexity: O(n + m) for n vertices and m edges.
    public var totalEnergy: Double {
        if let words = spins.currentWords {
            let aligned = 2 * words.alignedPairCount - graph.edgeCount
            return -coupling * Double(aligned) - field * Double(words.sum)
        }
        let bytes = spins.readBytes()
        var energy = 0.0
        graph.withAdjacency { adjacency in
            for vertex in 0..<spins.count {
                // Each edge stands in two rows.
                let sum = coupling / 2 * adjacency.sum(of: bytes, around: vertex)
                energy -= Double(bytes[vertex]) * (sum + field + (localFields?[vertex] ?? 0))
            }
        }
        return energy
    }

    /// The quantities of spins, each divided by their number.
    public struct Quantities: QuantitySet {
        /// The magnetisation per spin.
        public let magnetisation = QuantityDefinition<IsingModel, Double>("magnetisation") { model in
            Double(model.totalMagnetisation) / Double(model.nodeCount)
        }

        /// The absolute value of the magnetisation per spin.
        public let absoluteMagnetisation = QuantityDefinition<IsingModel, Double>("absolute-magnetisation") { model in
            Double(abs(model.totalMagnetisation)) / Double(model.nodeCount)
        }

        /// The energy per spin.
        public let energy = QuantityDefinition<IsingModel, Double>("energy") { model in
            model.totalEnergy / Double(model.nodeCount)
        }

        /// All of them.
        public var all: [any AnyQuantityDefinition<IsingModel>] { [magnetisation, absoluteMagnetisation, energy] }
    }

    /// The quantities of spins, each divided by their number.
    public static var quantities: Quantities { Quantities() }
}
