import EngineTestSupport
import Foundation
import ScenarioTestSupport
import TestSupport
import Testing

@testable import ScenarioFiles

/// Maps of vectors, whose nodes change at once or one after the other.
@Suite struct VectorMapTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder() }

    private func text(
        _ map: String, order: String, nodes: Int = 50, until: Int = 12, seed: Int = 4, threads: Int = 1,
        observe: String = "[{nodes: all, every: 1}]"
    ) -> String {
        let lines = (map + "\norder: \(order)").split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return """
            seed: \(seed)
            threads: \(threads)
            graph: {watts-strogatz: {nodes: \(nodes), neighbours: 4, rewiring: 0.2}}
            model:
              map:
            \(lines)
            integrate: {method: \(order == "at-once" ? "synchronous" : "sweeps"), until: \(until)}
            observe: \(observe)

            """
    }

    private func nodes(_ text: String, to name: String) throws -> [Substring] {
        try folder.run(text, to: name).text("nodes.csv").split(separator: "\n").dropFirst().map { $0 }
    }

    /// Headings that turn to the mean of those around, as in the model of Vicsek, by an angle more or less that is drawn.
    private static let headings = """
        variables: {heading: {components: [x, y], initial: {uniform: [-1, 1]}}}
        parameters: {noise: 0.4}
        edges: {around: from.heading}
        let:
          sum: heading + around
          mean: sum / norm(sum)
          turn: 2 * pi * noise * (random - 0.5)
        next: {heading: "cos(turn) * mean + sin(turn) * [-mean.y, mean.x]"}
        """

    private static let headingsByComponents = """
        variables: {hx: {uniform: [-1, 1]}, hy: {uniform: [-1, 1]}}
        parameters: {noise: 0.4}
        edges: {ax: from.hx, ay: from.hy}
        let:
          sx: hx + ax
          sy: hy + ay
          mx: sx / sqrt(sx * sx + sy * sy)
          my: sy / sqrt(sx * sx + sy * sy)
          turn: 2 * pi * noise * (random - 0.5)
        next: {hx: cos(turn) * mx + sin(turn) * -my, hy: cos(turn) * my + sin(turn) * mx}
        """

    /// Cultures as in the model of Axelrod: neighbours that agree in some traits come to agree in one more.
    private static let cultures = """
        variables: {culture: {components: [a, b, c], initial: [{uniform: [0, 3]}, {uniform: [0, 3]}, {uniform: [0, 3]}]}}
        let:
          mine: "[floor(culture.a), floor(culture.b), floor(culture.c)]"
          other: "[floor(neighbour.culture.a), floor(neighbour.culture.b), floor(neighbour.culture.c)]"
          alike: if(mine.x == other.x, 1, 0) + if(mine.y == other.y, 1, 0) + if(mine.z == other.z, 1, 0)
          trait: floor(3 * random)
        next:
          culture: "if(alike == 0, culture, if(trait == 0, [other.x, culture.b, culture.c], if(trait == 1, [culture.a, other.y, culture.c], [culture.a, culture.b, other.z])))"
        """

    private static let culturesByComponents = """
        variables: {a: {uniform: [0, 3]}, b: {uniform: [0, 3]}, c: {uniform: [0, 3]}}
        let:
          alike: if(floor(a) == floor(neighbour.a), 1, 0) + if(floor(b) == floor(neighbour.b), 1, 0) + if(floor(c) == floor(neighbour.c), 1, 0)
          trait: floor(3 * random)
        next:
          a: if(alike == 0, a, if(trait == 0, floor(neighbour.a), a))
          b: if(alike == 0, b, if(trait == 1, floor(neighbour.b), b))
          c: if(alike == 0, c, if(trait == 0, c, if(trait == 1, c, floor(neighbour.c))))
        """

    @Test(
        "maps of vectors give the bytes of their components, in every order, on any number of threads and when interrupted",
        arguments: ["at-once", "sequential", "random"], ["headings", "cultures"])
    func bytes(order: String, name: String) throws {
        let (vectors, components) =
            name == "headings"
            ? (Self.headings, Self.headingsByComponents) : (Self.cultures, Self.culturesByComponents)
        let expected = try nodes(text(components, order: order), to: "components")
        #expect(Set(expected).count == expected.count && expected.count == 50 * 13)
        let states = expected.map { $0.drop { $0 != "," } }
        #expect(states.prefix(50) != states.suffix(50))
        #expect(try nodes(text(vectors, order: order), to: "vectors") == expected)
        #expect(try nodes(text(vectors, order: order, threads: 3), to: "threads") == expected)
        let run = try InterruptedRun(seed: 7) { try folder.scenario(text(vectors, order: order)) }
        #expect(try run.expectSameBytes() == [])
    }

    @Test("what a neighbour becomes is a vector, too, and what both have together stays")
    func exchange() throws {
        let map = """
            variables: {wealth: {components: [gold, corn], initial: {uniform: [0, 1]}}}
            let: {gift: (neighbour.wealth - wealth) / 4}
            next: {wealth: wealth + gift, neighbour.wealth: neighbour.wealth - gift}
            """
        let observe =
            "[{quantity: {sum: wealth.gold, name: gold}, every: 1}, {quantity: {sum: wealth.corn, name: corn}, every: 1}]"
        let results = try folder.run(text(map, order: "random", until: 30, observe: observe))
        for name in ["gold", "corn"] {
            let sums = try results.column(1, of: "\(name).csv").compactMap(Double.init)
            #expect(sums.count == 31 && sums.allSatisfy { abs($0 - sums[0]) < 1e-12 * sums[0] })
        }
    }

    /// Classical spins on a ring in contact with a heat bath. By M. E. Fisher (1964, DOI 10.1119/1.1970340) the mean product of
    /// neighbours in an open chain is coth K - 1 / K; what a ring adds is of the order of this to the power of its length.
    ///
    /// The mean of 100 batches is looked at in units of its standard error, of which 4.5 come about with a probability below 3e-5.
    @Test(
        "spins in three dimensions in a heat bath have the energy of the exact solution",
        arguments: ["sequential", "random"])
    func heatBath(order: String) throws {
        let map = """
            variables: {spin: {components: [x, y, z], initial: [0, 0, 1]}}
            parameters: {coupling: 2}
            edges: {around: {sum: from.spin}, bond: {mean: "dot(from.spin, spin)"}}
            let:
              field: coupling * around
              strength: norm(field)
              axis: field / strength
              side: "cross(axis, if(abs(axis.z) < 0.9, [0, 0, 1], [1, 0, 0]))"
              first: floor(2^26 * random) / 2^26
              angle: 2 * pi * mod(2^26 * random, 1)
              cosine: 1 + log1p(first * expm1(-2 * strength)) / strength
              across: (cos(angle) * side + sin(angle) * cross(axis, side)) / norm(side)
            next: {spin: "cosine * axis + sqrt(max(0, 1 - cosine^2)) * across", energy: bond}
            """
            .replacing("variables: {", with: "variables: {energy: 0, ")
        let text = text(
            map, order: order, nodes: 64, until: 4100, observe: "[{quantity: {mean: energy, name: energy}, every: 1}]"
        ).replacing("watts-strogatz: {nodes: 64, neighbours: 4, rewiring: 0.2}", with: "ring: {nodes: 64}")
        let energies = try folder.run(text).column(1, of: "energy.csv").compactMap(Double.init).dropFirst(101)
        #expect(energies.count == 4000)
        let batches = (0..<100).map { batch in
            energies.dropFirst(40 * batch).prefix(40).reduce(0, +) / 40
        }
        let mean = batches.reduce(0, +) / 100
        let variance = batches.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 99
        let expected = 1 / tanh(2.0) - 0.5
        #expect(abs(mean - expected) < 4.5 * (variance / 100).squareRoot(), "\(mean) \(expected)")
        #expect((variance / 100).squareRoot() < 0.005)
    }
}
