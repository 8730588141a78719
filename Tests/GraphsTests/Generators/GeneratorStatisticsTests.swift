import Foundation
import Graphs
import TestSupport
import Testing

/// Degree distributions and moments against their known forms. Seeds are fixed; each bound would be passed by chance with
/// the stated probability.
@Suite struct GeneratorStatisticsTests {
    private func counts(of runs: Int, _ make: (RandomStreams) throws -> Graph) throws -> [[[Int]]: Int] {
        var counts: [[[Int]]: Int] = [:]
        for seed in 0..<runs { counts[try make(RandomStreams(seed: UInt64(seed))).pairs, default: 0] += 1 }
        return counts
    }

    /// 64 graphs on 4 vertices; χ² of 63 degrees of freedom exceeds 103.4 with a probability of 0.001.
    @Test("each graph comes out of G(n, p) with its probability")
    func gilbert() throws {
        let runs = 6000
        let counts = try counts(of: runs) { try .erdosRenyi(nodes: 4, probability: 0.4, from: $0) }
        #expect(counts.count == 64)
        let expected = counts.keys.map { Double(runs) * pow(0.4, Double($0.count)) * pow(0.6, Double(6 - $0.count)) }
        #expect(chiSquared(Array(counts.values), expected) < 103.4)
    }

    /// A binomial number; 4.5 standard deviations are exceeded with a probability of 10⁻⁵.
    @Test("the number of edges of G(n, p) is that of its probability", arguments: [0.02, 0.9])
    func numberOfEdges(_ probability: Double) throws {
        let graph = try Graph.erdosRenyi(nodes: 1500, probability: probability, from: RandomStreams(seed: 2))
        #expect(deviations(graph.edgeCount, of: 1500 * 1499 / 2, probability: probability) < 4.5)
    }

    /// 20 sets of 3 edges on 4 vertices; χ² of 19 degrees of freedom exceeds 43.8 with a probability of 0.001.
    @Test("each graph comes out of G(n, m) equally often")
    func erdosRenyi() throws {
        let counts = try counts(of: 2000) { try .erdosRenyi(nodes: 4, edges: 3, from: $0) }
        #expect(counts.count == 20)
        #expect(chiSquared(Array(counts.values), [Double](repeating: 100, count: 20)) < 43.8)
    }

    /// With few edges among 780 pairs, Vitter's method D is at work. The numbers of the first, the second and the third of
    /// 3 pairs, as parts of 780, have the cumulative distributions of order statistics, 1 − (1 − x)³, 3x² − 2x³ and x³, up
    /// to corrections of 3/780. χ² of 9 degrees of freedom exceeds 27.9 with a probability of 0.001.
    @Test("edges of sparse G(n, m) lie anywhere", arguments: [0, 1, 2])
    func sparse(_ rank: Int) throws {
        var counts = [Int](repeating: 0, count: 10)
        for seed in 0..<2000 as Range<UInt64> {
            let graph = try Graph.erdosRenyi(nodes: 40, edges: 3, from: RandomStreams(seed: seed))
            let numbers = graph.pairs.map { $0[1] * ($0[1] - 1) / 2 + $0[0] }.sorted()
            let x = (Double(numbers[rank]) + 0.5) / 780
            let cumulative = [1 - pow(1 - x, 3), 3 * x * x - 2 * x * x * x, x * x * x][rank]
            counts[Int(10 * cumulative)] += 1
        }
        #expect(chiSquared(counts, [Double](repeating: 200, count: 10)) < 27.9)
    }

    /// P(k) = 2m (m + 1) / (k (k + 1) (k + 2)): S. N. Dorogovtsev, J. F. F. Mendes and A. N. Samukhin, Physical Review
    /// Letters 85 (2000) 4633, DOI 10.1103/PhysRevLett.85.4633. χ² of 12 degrees of freedom exceeds 32.9 with a
    /// probability of 0.001.
    @Test("degrees of Barabási–Albert graphs", arguments: [1, 3])
    func barabasiAlbert(_ m: Int) throws {
        let n = 20_000
        let graph = try Graph.barabasiAlbert(nodes: n, edgesPerNode: m, from: RandomStreams(seed: 4))
        var counts = [Int](repeating: 0, count: 13)
        for degree in graph.degrees { counts[min(degree - m, 12)] += 1 }
        var expected = (m..<m + 12).map { (k: Int) -> Double in
            let (ofAll, ofDegree): (Int, Int) = (2 * n * m * (m + 1), k * (k + 1) * (k + 2))
            return Double(ofAll) / Double(ofDegree)
        }
        expected.append(Double(n) - expected.reduce(0, +))
        #expect(chiSquared(counts, expected) < 32.9)
        // The greatest degrees grow as m √n: A.-L. Barabási and R. Albert, Science 286 (1999) 509.
        let greatest = Double(graph.degrees.max() ?? 0) / (Double(m) * Double(n).squareRoot())
        #expect((0.3...4).contains(greatest))
    }

    /// A. Barrat and M. Weigt, European Physical Journal B 13 (2000) 547, DOI 10.1007/s100510050067: of k/2 own edges a
    /// binomial number stays, and a Poisson number of pk/2 comes; clustering falls as (1 − p)³.
    @Test("degrees and clustering of Watts–Strogatz graphs", arguments: [0, 0.2, 1])
    func wattsStrogatz(_ p: Double) throws {
        let (n, k) = (4000, 8)
        let graph = try Graph.wattsStrogatz(
            nodes: n, neighbours: k, rewiring: p, from: RandomStreams(seed: 3))
        let variance = graph.degrees.reduce(0) { $0 + pow(Double($1 - k), 2) } / Double(n)
        let expected = Double(k) / 2 * (p * (1 - p) + p)
        // Four standard deviations of a variance of 4000 numbers that are nearly normal: exceeded with 0.0001.
        #expect(abs(variance - expected) <= 4 * expected * (2.5 / Double(n)).squareRoot())
        let clustering = 0.75 * Double(k - 2) / Double(k - 1) * pow(1 - p, 3)
        #expect(abs(graph.transitivity - clustering) < 0.02)
        let kept = graph.pairs.count { pair in min(pair[1] - pair[0], n - pair[1] + pair[0]) <= k / 2 }
        if (0.01...0.99).contains(p) { #expect(deviations(n * k / 2 - kept, of: n * k / 2, probability: p) < 4.5) }
    }

    /// 4.5 standard deviations are exceeded with a probability of 10⁻⁵.
    @Test("Newman–Watts graphs contain the ring, and a binomial number of shortcuts")
    func newmanWatts() throws {
        let graph = try Graph.newmanWatts(
            nodes: 3000, neighbours: 4, shortcuts: 0.25, from: RandomStreams(seed: 3))
        #expect(
            (0..<3000).allSatisfy { vertex in
                (1...2).allSatisfy { graph.hasEdge(from: vertex, to: (vertex + $0) % 3000) }
            })
        #expect(deviations(graph.edgeCount - 6000, of: 6000, probability: 0.25) < 4.5)
    }

    /// In the configuration model of equal degrees d the expected number of loops is (d − 1) / 2 and that of double edges
    /// (d − 1)² / 4: B. Bollobás, European Journal of Combinatorics 1 (1980) 311, DOI 10.1016/S0195-6698(80)80030-8. Both
    /// are Poisson numbers; 4.5 standard deviations are exceeded with a probability of 10⁻⁵.
    @Test("loops and double edges of the configuration model")
    func loopsAndDoubleEdges() throws {
        var (loops, doubles) = (0, 0)
        let runs = 400
        for seed in 0..<UInt64(runs) {
            let graph = try Graph.configuration(
                degrees: [Int](repeating: 4, count: 200), simple: false, from: RandomStreams(seed: seed))
            for vertex in 0..<200 {
                let row = Array(graph.neighbours(of: vertex))
                loops += row.count { Int($0) == vertex }
                doubles += zip(row, row.dropFirst()).count { $0 == $1 && Int($0) > vertex }
            }
        }
        let expectedLoops = 1.5 * Double(runs)
        let expectedDoubles = 2.25 * Double(runs)
        // Corrections of order 1/n are below two in a hundred here.
        #expect(abs(Double(loops / 2) - expectedLoops) < 4.5 * expectedLoops.squareRoot() + 0.02 * expectedLoops)
        #expect(abs(Double(doubles) - expectedDoubles) < 4.5 * expectedDoubles.squareRoot() + 0.02 * expectedDoubles)
    }

    /// The 3 perfect matchings of 4 vertices; χ² of 2 degrees of freedom exceeds 13.8 with a probability of 0.001.
    @Test("each perfect matching comes out of the configuration model equally often")
    func matchings() throws {
        let counts = try counts(of: 900) { try .configuration(degrees: [1, 1, 1, 1], simple: true, from: $0) }
        #expect(counts.count == 3)
        #expect(chiSquared(Array(counts.values), [300, 300, 300]) < 13.8)
    }

    /// Against all graphs that there are, found by going through all sets of pairs; χ² with a probability of 0.001.
    @Test(
        "all simple graphs of given degrees come out equally often",
        arguments: [[4, 3, 3, 2, 2, 2], [5, 3, 3, 2, 2, 2, 1], [3, 3, 3, 3, 3, 3]])
    func simpleConfigurations(degrees: [Int]) throws {
        let pairs = degrees.indices.flatMap { first in degrees.indices.dropFirst(first + 1).map { [first, $0] } }
        let all = (0..<1 << pairs.count).filter { set in
            guard set.nonzeroBitCount == degrees.reduce(0, +) / 2 else { return false }
            var rest = degrees
            for place in pairs.indices where set & 1 << place != 0 { for end in pairs[place] { rest[end] -= 1 } }
            return rest.allSatisfy { $0 == 0 }
        }
        let runs = 60 * all.count
        let counts = try counts(of: runs) { try .configuration(degrees: degrees, from: $0) }
        #expect(counts.count == all.count)
        #expect(agree(Array(counts.values), [Double](repeating: 1 / Double(all.count), count: all.count)))
    }

    /// Each number of edges is binomial; 4.5 standard deviations are exceeded with a probability of 10⁻⁵.
    @Test("blocks are joined as often as their probabilities say")
    func stochasticBlock() throws {
        let graph = try Graph.stochasticBlock(
            sizes: [300, 200], probabilities: [[0.05, 0.02], [0.02, 0.1]], from: RandomStreams(seed: 8))
        let within = [
            graph.pairs.count { $0[1] < 300 }, graph.pairs.count { $0[0] < 300 && $0[1] >= 300 },
            graph.pairs.count { $0[0] >= 300 },
        ]
        #expect(deviations(within[0], of: 300 * 299 / 2, probability: 0.05) < 4.5)
        #expect(deviations(within[1], of: 300 * 200, probability: 0.02) < 4.5)
        #expect(deviations(within[2], of: 200 * 199 / 2, probability: 0.1) < 4.5)
    }

    /// P. Holme and B. J. Kim, figure 3: clustering grows with the probability of triangles, at the same number of edges.
    @Test("Holme–Kim graphs have the more triangles the more probable they are")
    func holmeKim() throws {
        let transitivities = try [0, 0.5, 1].map { probability in
            try Graph.holmeKim(
                nodes: 2000, edgesPerNode: 3, triangles: probability, from: RandomStreams(seed: 2)
            ).transitivity
        }
        let plain = try Graph.barabasiAlbert(nodes: 2000, edgesPerNode: 3, from: RandomStreams(seed: 2))
        #expect(abs(transitivities[0] - plain.transitivity) < 0.01)
        #expect(transitivities[1] > 2 * transitivities[0])
        #expect(transitivities[2] > 1.5 * transitivities[1])
    }

    /// The 16 trees on 4 vertices (Cayley); χ² of 15 degrees of freedom exceeds 37.7 with a probability of 0.001.
    @Test("each tree comes out equally often")
    func trees() throws {
        let counts = try counts(of: 1600) { try .randomTree(nodes: 4, from: $0) }
        #expect(counts.count == 16)
        #expect(chiSquared(Array(counts.values), [Double](repeating: 100, count: 16)) < 37.7)
    }
}
