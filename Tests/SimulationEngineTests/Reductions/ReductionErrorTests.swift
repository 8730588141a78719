import SimulationEngine
import Testing

@Suite struct ReductionErrorTests {
    private typealias Vector = QuantityDefinition<FieldTable, QuantityVector>

    private func expression(_ text: String) throws -> FieldExpression {
        try FieldExpression(text, fields: FieldTable.names)
    }

    @Test(
        "Parameters of reductions are checked",
        arguments: [
            (Reduction.quantiles([]), ReductionError.noQuantiles),
            (.quantiles([0.5, 1.5]), .quantileOutOfRange(1.5)),
            (.quantiles([-0.1]), .quantileOutOfRange(-0.1)),
            (.histogram(edges: [1]), .tooFewEdges(1)),
            (.histogram(edges: [0, 1, 1]), .edgesNotAscending(1, 1)),
            (.histogram(edges: [0, 2, 1]), .edgesNotAscending(2, 1)),
        ])
    func parameters(reduction: Reduction, error: ReductionError) throws {
        let x = try expression("x")
        #expect(throws: error) { try Vector("r", reduction, of: x) }
    }

    @Test("What is not a number is no quantile and no edge")
    func notANumber() throws {
        let x = try expression("x")
        #expect(throws: ReductionError.self) { try Vector("r", .quantiles([.nan]), of: x) }
        #expect(throws: ReductionError.self) { try Vector("r", .histogram(edges: [0, .nan]), of: x) }
    }

    @Test("Kinds of expressions are checked")
    func kinds() throws {
        let x = try expression("x + 1")
        let isPositive = try expression("x > 0")
        #expect(throws: ReductionError.missingExpression) { try Vector("r", .mean) }
        #expect(throws: ReductionError.countOfNumbers("x + 1")) { try Vector("r", .count, of: x) }
        #expect(throws: ReductionError.conditionIsNumber("x + 1")) {
            try Vector("r", .sum, of: x, over: .nodes(where: x))
        }
        #expect(throws: ReductionError.negativeNode(-1)) {
            try Vector("r", .count, of: isPositive, over: .nodes([0, -1]))
        }
        #expect(throws: ReductionError.severalColumns(2)) {
            try QuantityDefinition<FieldTable, Double>("r", .quantiles([0, 1]), of: x)
        }
    }

    @Test(
        "Groups are checked",
        arguments: [
            ([], ReductionError.noGroups), ([1, 2, 1], .repeatedGroup(1)),
            ([0, 1_000_001], .groupsTooFarApart(0, 1_000_001)),
            ([.min, .max], .groupsTooFarApart(.min, .max)),
        ])
    func groups(values: [Int], error: ReductionError) throws {
        let groups = ReductionGroups(by: try expression("type"), values: values)
        #expect(throws: error) { try Vector("r", .count, per: groups) }
    }

    @Test("Each problem is told with what would be right")
    func messages() {
        #expect(
            ReductionError.quantileOutOfRange(1.5).description == "the quantile 1.5 is not a number from 0 to 1")
        #expect(
            ReductionError.edgesNotAscending(2, 1).description
                == "the edges of a histogram must ascend, but 1.0 stands after 2.0")
        #expect(
            ReductionError.conditionIsNumber("x").description
                == "'x' is a number, but only a truth value such as 'x > 1' can select nodes")
    }

    @Test(
        "Expressions over the fields of another model are refused by the simulation, wherever they stand",
        arguments: ["values", "condition", "groups"])
    func foreignFields(place: String) throws {
        let simulation = try Simulation(FieldTable(count: 3), integrator: RungeKutta4(), step: 1)
        let own = try expression("x")
        let foreign = try FieldExpression("x > 0", fields: ["x"])
        let groups = ReductionGroups(by: place == "groups" ? foreign : own, values: [0, 1])
        let definition = try Vector(
            "r", .sum, of: place == "values" ? foreign : own,
            over: place == "condition" ? .nodes(where: foreign) : .all,
            per: groups)
        #expect(throws: SimulationError.foreignFields(expression: "x > 0")) { try simulation.quantity(definition) }
    }
}
