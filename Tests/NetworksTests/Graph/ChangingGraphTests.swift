import Testing

@testable import Networks

@Suite("A graph that changes while it is observed")
struct ChangingGraphTests {
    @Test("an edge that is given its own weight has not changed, and keeps its luck")
    func ownWeight() throws {
        let network = ChangingGraph(try Graph(vertexCount: 3, edges: [(0, 1), (1, 2)]))
        try network.setWeight(1, from: 1, to: 0)
        #expect(network.revision == 0)
        #expect(network.edition(ofEdgeFrom: 0, to: 1) == 0)
        try network.setWeight(nil, from: 1, to: 0)
        try network.setWeight(1, from: 1, to: 0)
        #expect(network.revision == 2)
        #expect(network.edition(ofEdgeFrom: 0, to: 1) == 1)
    }
}
