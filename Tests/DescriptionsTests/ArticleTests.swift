import Descriptions
import TestSupport
import Testing

/// The example of the module's page.
@Suite("The page of Descriptions")
struct ArticleTests {
    @Test("makes what it says")
    func chain() throws {
        let chain = Component<[Double]>(
            "chain", "numbers in a row",
            Parameter("length", "the distance of neighbours", .positive, dimension: .length, default: 1),
            Parameter(count: "number", "how many")
        ) { length, number in
            (0..<number).map { Double($0) * length }
        }
        #expect(try chain.made(of: [nil, .integer(3)]) == [0, 1, 2])
    }

    @Test("lists all public types")
    func types() throws {
        try expectTopics(coverTypesOf: "Descriptions")
    }
}
