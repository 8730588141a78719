import Foundation
import Networks
import SimulationEngine
import Testing

@Suite struct KuramotoModelTests {
    /// The sums over sines and cosines against the equation as it is written.
    @Test func derivativeIsThatOfTheEquation() throws {
        let edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 5), (4, 5)]
        let frequencies = [0.1, -0.4, 2, 0, 1, -3]
        let phases = [0.3, 2.9, -14, 8.5, 1.25, 0]
        let graph = try Graph(vertexCount: 6, edges: edges)
        let model = try KuramotoModel(graph: graph, coupling: 0.7, frequencies: frequencies, phases: phases)
        var derivative = [Double](repeating: .nan, count: 6)
        model.derivative(at: 0, of: phases, into: &derivative)
        for i in 0..<6 {
            var expected = frequencies[i]
            for (a, b) in edges where a == i || b == i {
                expected += 0.7 * sin(phases[a == i ? b : a] - phases[i])
            }
            #expect(abs(derivative[i] - expected) < 1e-14)
        }
    }

    /// An edge acts on the vertex to which it leads, as strongly as its weight says.
    @Test func directedAndWeightedEdges() throws {
        var edges = EdgeColumns(hasWeights: true)
        edges.append(0, 1, weight: 2)
        edges.append(2, 1, weight: -0.5)
        let phases = [0.3, 2.9, -1]
        let graph = try Graph(vertexCount: 3, edges: edges, isDirected: true)
        let model = try KuramotoModel(graph: graph, coupling: 0.7, frequencies: [1, 2, 3], phases: phases)
        var derivative = [Double](repeating: .nan, count: 3)
        model.derivative(at: 0, of: phases, into: &derivative)
        let expected = 2 + 0.7 * (2 * sin(phases[0] - phases[1]) - 0.5 * sin(phases[2] - phases[1]))
        #expect(derivative[0] == 1 && derivative[2] == 3)
        #expect(abs(derivative[1] - expected) < 1e-14)
    }

    /// All in step, spread evenly, and two against one.
    static let phasesAndOrder: [([Double], Double)] = [
        ([0, 0, 0], 1), ([0, 2 * .pi / 3, 4 * .pi / 3], 0), ([0, 0, .pi], 1 / 3),
    ]

    @Test(arguments: phasesAndOrder)
    func orderParameter(_ phases: [Double], _ expected: Double) throws {
        let model = try KuramotoModel(
            graph: try Graph(vertexCount: 3, edges: []), coupling: 1, frequencies: [0, 0, 0], phases: phases)
        #expect(abs(KuramotoModel.quantities.orderParameter.evaluate(model) - expected) < 1e-15)
    }

    @Test func parametersThatDoNotFitAreRefused() throws {
        let graph = try Graph(vertexCount: 2, edges: [(0, 1)])
        func make(
            coupling: Double = 1, frequencies: [Double] = [0, 0], phases: [Double] = [0, 0]
        ) throws {
            _ = try KuramotoModel(graph: graph, coupling: coupling, frequencies: frequencies, phases: phases)
        }
        #expect(throws: NetworkModelError.wrongCount(of: "frequencies", count: 1, vertexCount: 2)) {
            try make(frequencies: [0])
        }
        #expect(throws: NetworkModelError.notFinite("phases", value: .infinity)) { try make(phases: [0, .infinity]) }
        #expect(throws: NetworkModelError.notFinite("coupling", value: -.infinity)) { try make(coupling: -.infinity) }
        #expect(
            NetworkModelError.wrongCount(of: "phases", count: 3, vertexCount: 2).description
                == "there are 3 phases, but 2 vertices: there must be one for each vertex")
    }
}
