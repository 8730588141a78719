import SimulationEngine
import Testing

@Suite struct ReductionGroupTests {
    private let table = FieldTable(randomCount: 1000, seed: 9)

    private func definition(
        _ reduction: Reduction, of text: String? = "x", by key: String = "type", values: [Int],
        over domain: NodeSelection = .all
    ) throws -> QuantityDefinition<FieldTable, QuantityVector> {
        try QuantityDefinition(
            "r", reduction, of: text.map { try FieldExpression($0, fields: FieldTable.names) }, over: domain,
            per: ReductionGroups(by: FieldExpression(key, fields: FieldTable.names), values: values))
    }

    @Test("Each group is reduced as if there were no others, in the order in which they are declared")
    func groups() throws {
        let condition = try FieldExpression("y > 0", fields: FieldTable.names)
        for reduction in [
            Reduction.count, .sum, .variance, .maximum, .quantiles([0.1, 0.5]), .histogram(edges: [0, 1, 2]),
        ] {
            let text = reduction == .count ? "x > 0.5" : "x"
            let values = [3, 0, 4]
            let grouped = try definition(reduction, of: text, values: values, over: .nodes(where: condition))
            let single = try values.flatMap { value in
                let isMember = try FieldExpression("y > 0 and type == \(value)", fields: FieldTable.names)
                return try QuantityDefinition<FieldTable, QuantityVector>(
                    "r", reduction, of: FieldExpression(text, fields: FieldTable.names), over: .nodes(where: isMember)
                ).evaluate(table, at: 0).numbers
            }
            #expect(grouped.evaluate(table, at: 0).numbers == single)
        }
    }

    @Test("Groups can be counted without an expression, and those that are not declared are left out")
    func counts() throws {
        let table = FieldTable(count: 8, ["type": [-2, 5, 5, 3.5, .nan, 1e300, 4, 5]])
        #expect(try definition(.count, of: nil, values: [5, -2, 3]).evaluate(table, at: 0).numbers == [3, 1, 0])
        #expect(try definition(.mean, of: "node", values: [5, 3]).evaluate(table, at: 0).numbers[0] == 10.0 / 3)
        #expect(try definition(.mean, of: "node", values: [5, 3]).evaluate(table, at: 0).numbers[1].isNaN)
    }

    @Test("The key is any expression, also one that is true or false")
    func keys() throws {
        let positive = Double(table.x.count { $0 > 0 })
        #expect(
            try definition(.count, of: nil, by: "x > 0", values: [0, 1]).evaluate(table, at: 0).numbers
                == [1000 - positive, positive])
        #expect(
            try definition(.count, of: nil, by: "mod(node, 3)", values: [0, 1, 2]).evaluate(table, at: 0).numbers
                == [334, 333, 333])
    }

    @Test("Columns bear the name of the quantity, the group and the quantile or bin")
    func columns() throws {
        let simulation = try Simulation(table, integrator: RungeKutta4(), step: 1)
        func columns(_ definition: QuantityDefinition<FieldTable, QuantityVector>) -> [String] {
            definition.quantity(of: simulation).columns
        }
        let x = try FieldExpression("x", fields: FieldTable.names)
        let type = try FieldExpression("type", fields: FieldTable.names)
        #expect(columns(try QuantityDefinition("mean-x", .mean, of: x)) == ["mean-x"])
        #expect(columns(try QuantityDefinition("q", .quantiles([0.25, 1]), of: x)) == ["q-0.25", "q-1"])
        #expect(columns(try QuantityDefinition("h", .histogram(edges: [-1, 0, 0.5]), of: x)) == ["h--1:0", "h-0:0.5"])
        #expect(columns(try definition(.mean, values: [2, 0])) == ["r-2", "r-0"])
        let named = ReductionGroups(by: type, named: ["argon": 0, "neon": 1])
        let definition = try QuantityDefinition<FieldTable, QuantityVector>(
            "s", .quantiles([0.5, 0.9]), of: x, per: named)
        #expect(columns(definition) == ["s-argon-0.5", "s-argon-0.9", "s-neon-0.5", "s-neon-0.9"])
        var row: [Double] = []
        definition.quantity(of: simulation).appendColumns(to: &row)
        #expect(row.count == 4 && row[1] > row[0])
    }
}
