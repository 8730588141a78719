import SimulationEngine
import TestSupport
import Testing

@Suite struct ReductionTests {
    private let table = FieldTable(randomCount: 1000, seed: 3)

    private func reduce(
        _ reduction: Reduction, of text: String? = "x", over domain: NodeSelection = .all, in table: FieldTable
    ) throws -> [Double] {
        let expression = try text.map { try FieldExpression($0, fields: FieldTable.names) }
        let definition = try QuantityDefinition<FieldTable, QuantityVector>(
            "r", reduction, of: expression, over: domain)
        return definition.evaluate(table, at: 0).numbers
    }

    private func isNegative() throws -> FieldExpression { try FieldExpression("x < 0", fields: FieldTable.names) }

    @Test("Sums and means of whole numbers are exact")
    func exactSums() throws {
        let table = FieldTable(count: 1001, ["x": (0...1000).map(Double.init)])
        #expect(try reduce(.sum, in: table) == [500_500])
        #expect(try reduce(.mean, in: table) == [500])
        #expect(try reduce(.minimum, in: table) == [0])
        #expect(try reduce(.maximum, in: table) == [1000])
        // n(n + 1)/12 for 0, …, n − 1.
        #expect(try reduce(.variance, in: table) == [1001 * 1002 / 12])
        #expect(try reduce(.standardDeviation, in: table) == [(1001.0 * 1002 / 12).squareRoot()])
        #expect(try reduce(.count, of: nil, in: table) == [1001])
        #expect(try reduce(.count, of: "x > 700", in: table) == [300])
        #expect(try reduce(.mean, of: "x > 700", in: table) == [300.0 / 1001])
    }

    @Test("A sum loses nothing to terms that cancel")
    func cancellation() throws {
        let table = FieldTable(count: 5, ["x": [1, 1e100, 1, -1e100, 0.25]])
        #expect(try reduce(.sum, in: table) == [2.25])
        // A tenth, a million times: the plain sum is off by 1.3e-6.
        let tenths = FieldTable(count: 1_000_000, ["x": [Double](repeating: 0.1, count: 1_000_000)])
        #expect(try reduce(.sum, in: tenths) == [100_000])
    }

    @Test("A sum of infinite numbers is as that of IEEE 754")
    func infiniteSums() throws {
        #expect(try reduce(.sum, in: FieldTable(count: 2, ["x": [.infinity, 1]])) == [.infinity])
        #expect(try reduce(.sum, in: FieldTable(count: 2, ["x": [.infinity, -.infinity]]))[0].isNaN)
    }

    @Test("A large mean takes no digits from the variance", arguments: [0, 1e6, 1e9, 1e12])
    func offsets(offset: Double) throws {
        // 4, 7, 13, 16 have the sample variance 30 (Chan, Golub and LeVeque's example of cancellation is of this kind).
        let numbers = (0..<4000).map { offset + [4.0, 7, 13, 16][$0 % 4] }
        let table = FieldTable(count: numbers.count, ["x": numbers])
        let exact = 90.0 * 1000 / 3999
        #expect(abs(try reduce(.variance, in: table)[0] - exact) < 1e-14 * exact)
    }

    @Test("Sums and variances of random numbers are those of the definitions")
    func definitions() throws {
        let mean = table.x.reduce(0, +) / 1000
        let variance = table.x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 999
        #expect(abs(try reduce(.mean, in: table)[0] - mean) < 1e-14)
        #expect(abs(try reduce(.variance, in: table)[0] - variance) < 1e-13)
        #expect(try reduce(.minimum, in: table)[0] == table.x.min())
        #expect(try reduce(.maximum, in: table)[0] == table.x.max())
    }

    @Test("A list and a condition choose the nodes, the condition anew each time")
    func domains() throws {
        let list = Array(stride(from: 5, to: 1000, by: 2))
        let negative = table.x.filter { $0 < 0 }
        #expect(try reduce(.count, of: nil, over: .nodes(list), in: table) == [Double(list.count)])
        #expect(try reduce(.maximum, over: .nodes(where: isNegative()), in: table)[0] == negative.max())
        #expect(
            try reduce(.minimum, of: "y", over: .nodes(list, where: isNegative()), in: table)[0]
                == list.filter { table.x[$0] < 0 }.map { table.y[$0] }.min())
        let definition = try QuantityDefinition<FieldTable, Double>("n", .count, over: .nodes(where: isNegative()))
        #expect(definition.evaluate(table, at: 0) == Double(negative.count))
        for node in 0..<1000 { table.state[0, node] = node < 17 ? -1 : 1 }
        #expect(definition.evaluate(table, at: 0) == 17)
    }

    @Test("Of no nodes, the count and the sum are 0 and all else is not a number")
    func nothing() throws {
        let table = FieldTable(count: 3)
        let none = NodeSelection.nodes(where: try isNegative())
        #expect(try reduce(.count, of: nil, over: none, in: table) == [0])
        #expect(try reduce(.sum, over: none, in: table) == [0])
        #expect(try reduce(.histogram(edges: [0, 1, 2]), over: none, in: table) == [0, 0])
        for reduction in [Reduction.mean, .variance, .standardDeviation, .minimum, .maximum, .quantiles([0, 0.5, 1])] {
            #expect(try reduce(reduction, over: none, in: table).allSatisfy(\.isNaN))
            #expect(try reduce(reduction, over: .nodes([]), in: table).allSatisfy(\.isNaN))
        }
        #expect(try reduce(.variance, over: .nodes([1]), in: table)[0].isNaN)
        #expect(try reduce(.mean, over: .nodes([1]), in: table) == [0])
    }

    @Test("What is not a number makes the result not a number, but is in no bin")
    func notANumber() throws {
        let table = FieldTable(count: 3, ["x": [1, .nan, 2]])
        for reduction in [Reduction.sum, .mean, .variance, .minimum, .maximum, .quantiles([0.5])] {
            #expect(try reduce(reduction, in: table)[0].isNaN)
        }
        #expect(try reduce(.histogram(edges: [0, 5]), in: table) == [2])
    }

    @Test("Bins include their lower edge, and the last one its upper edge, too")
    func histogram() throws {
        let table = FieldTable(count: 9, ["x": [-0.1, 0, 0.5, 1, 1, 2, 2.9, 3, 3.1]])
        // numpy.histogram(x, [0, 1, 2, 3])
        #expect(try reduce(.histogram(edges: [0, 1, 2, 3]), in: table) == [2, 2, 3])
        #expect(try reduce(.histogram(edges: [-.infinity, 1, .infinity]), in: table) == [3, 6])
        #expect(try reduce(.histogram(edges: [1, 2]), in: table) == [3])
        let edges = (-20...20).map { Double($0) / 10 }
        let random = try reduce(.histogram(edges: edges), in: self.table)
        let sum = random.reduce(0, +)
        #expect(sum == 1000)
        for (bin, count) in random.enumerated() {
            #expect(count == Double(self.table.x.count { edges[bin] <= $0 && $0 < edges[bin + 1] }))
        }
    }

    @Test("A second evaluation gives the same bytes as the first, also after larger ones")
    func repetition() throws {
        let expression = try FieldExpression("x * y", fields: FieldTable.names)
        let isNegative = try isNegative()
        for reduction in [Reduction.sum, .variance, .quantiles([0.9, 0.1]), .histogram(edges: [-1, 0, 1])] {
            let definition = try QuantityDefinition<FieldTable, QuantityVector>(
                "r", reduction, of: expression, over: .nodes(where: isNegative),
                per: ReductionGroups(by: FieldExpression("type", fields: FieldTable.names), values: [0, 1, 2, 3, 4]))
            let simulation = try Simulation(table, integrator: RungeKutta4(), step: 1)
            let quantity = try simulation.quantity(definition)
            let first = quantity.value
            simulation.stateWasChanged()
            #expect(quantity.value == first)
            #expect(definition.evaluate(table, at: 0) == first)
        }
    }

    @Test("A reduction sees the time of the simulation, as does a quantity of one's own")
    func time() throws {
        let simulation = try Simulation(FieldTable(count: 3), integrator: RungeKutta4(), step: 0.25)
        let clock = try simulation.quantity(QuantityDefinition<FieldTable, Double>("clock") { _, time in time })
        let sum = try simulation.quantity(
            try QuantityDefinition<FieldTable, Double>(
                "sum", .sum, of: FieldExpression("time + node", fields: FieldTable.names)))
        #expect(clock.value == 0 && sum.value == 3)
        try simulation.run(until: 1.5)
        #expect(clock.value == 1.5 && sum.value == 7.5)
    }
}
