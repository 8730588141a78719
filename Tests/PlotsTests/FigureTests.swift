import Foundation
import TestSupport
import Testing

@testable import Plots

/// What is drawn of each kind of table, by its structure.
@Suite struct FigureTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private static let liquid = """
        name: Liquid
        units: molecular
        seed: 1
        box: periodic
        particles: {lattice: {sc: {cells: 3, constant: 1}}, temperature: 3}
        interactions: [{lennard-jones: {epsilon: 0.1, sigma: 0.5, cutoff: 1.2}}]
        integrate: {method: leapfrog, step: 0.01, until: 2}

        """

    @Test func `quantities of one dimension share a panel, and axes have units`() throws {
        let pictures = try folder.pictures(
            of: Self.liquid
                + "observe: [{quantities: [temperature, kinetic-energy, potential-energy, pressure], every: 0.1, name: all}]"
        )
        let figure = try #require(pictures.figure("all"))
        #expect(figure.panels.map(\.series.count) == [1, 2, 1])
        #expect(figure.panels.map(\.x.label) == ["time in ps", "time in ps", "time in ps"])
        #expect(
            figure.panels.map(\.y.label) == [
                "temperature in (kJ/mol)/k_B", "energy in kJ/mol", "pressure in (kJ/mol)/nm³",
            ])
        #expect(figure.panels[1].series.map(\.label) == ["kinetic-energy", "potential-energy"])
        #expect(figure.panels.allSatisfy { $0.series.allSatisfy { $0.rows.count == 21 } })
    }

    @Test func `numbers of one moment are bars with their values`() throws {
        let pictures = try folder.pictures(
            of: Self.liquid + "observe: [{quantities: [temperature, potential-energy], every: 2, name: ends}]")
        let panel = try #require(pictures.figure("ends")).panels[0]
        #expect(panel.x.names.map(\.name) == ["temperature", "potential-energy"])
        #expect(panel.series.map(\.style) == [.bars, .numbers])
        for (bar, number) in zip(panel.series[0].rows, panel.series[1].rows) {
            #expect((bar[0] + bar[1]) / 2 == number[0] && bar[2] == number[1])
        }
    }

    @Test func `particles lie in their periodic box, in space`() throws {
        let pictures = try folder.pictures(
            of: Self.liquid + "observe: [{nodes: all, fields: [position, velocity], every: 0.5, name: atoms}]")
        #expect(pictures.names == ["atoms-particles"])
        let figure = try #require(pictures.figures.first)
        #expect(figure.panels.map(\.title) == ["time 0 ps", "time 1 ps", "time 2 ps"])
        for panel in figure.panels {
            let points = try #require(panel.series.last)
            #expect(points.rows.count == 27 && points.rows.allSatisfy { $0[..<3].allSatisfy { (0...3).contains($0) } })
            #expect(panel.z != nil && panel.colour?.label == "speed in nm/ps" && panel.isIsometric)
        }
    }

    @Test func `curves are drawn against distance, wave number and lag`() throws {
        let pictures = try folder.pictures(
            of: Self.liquid + """
                observe:
                  - {radial-distribution: {maximum: 1.4, bins: 20}, every: 0.1}
                  - {structure-factor: {maximum: 6}, every: 1}
                  - {displacement: {of: position}, every: 0.01}
                  - {correlation: {of: velocity}, every: 0.01}
                  - statistics:
                      of: temperature
                      histogram: {range: [0, 5], bins: 7}
                      autocorrelation: {points: 8}
                      spectrum: {segment: 32}
                    every: 0.01
                    name: heat
                """)
        #expect(
            Set(pictures.names) == [
                "radial-distribution", "structure-factor", "displacement", "correlation", "heat-histogram",
                "heat-autocorrelation", "heat-spectrum", "statistics",
            ])
        let axes = Dictionary(
            uniqueKeysWithValues: pictures.figures.map { ($0.name, [$0.panels[0].x.label, $0.panels[0].y.label]) })
        #expect(axes["radial-distribution"] == ["distance in nm", "g(r)"])
        #expect(axes["structure-factor"] == ["wave number in 1/nm", "S(k)"])
        #expect(axes["displacement"] == ["lag in ps", "mean squared displacement"])
        #expect(axes["heat-spectrum"] == ["frequency in 1/ps", "power spectrum"])
        #expect(pictures.figure("displacement")?.panels[0].x.isLogarithmic == true)
        #expect(pictures.figure("heat-histogram")?.panels[0].series[0].rows.count == 7)
        #expect(pictures.figure("radial-distribution")?.panels[0].series[0].rows.count == 20)
    }

    @Test func `a few bodies have orbits`() throws {
        try folder.write(
            "name,mass,x,y,z,vx,vy,vz\nSun,1,0,0,0,0,0,0\nEarth,1e-6,1,0,0,0,1,0\n", to: "bodies.csv")
        let pictures = try folder.pictures(
            of: """
                particles: {file: bodies.csv}
                model: {gravity: {constant: 1}}
                integrate: {method: leapfrog, step: 0.05, until: 5}
                observe: [{nodes: all, fields: [position], every: 0.25, name: planets}, {quantity: total-energy, every: 0.25}]
                """)
        let figure = try #require(pictures.figure("planets-orbits"))
        #expect(figure.panels[0].series.compactMap(\.label) == ["Sun", "Earth"])
        #expect(
            figure.panels[0].series[1].rows.allSatisfy { abs(($0[0] * $0[0] + $0[1] * $0[1]).squareRoot() - 1) < 0.01 })
        // Energy is all but conserved: what is seen is its change.
        #expect(pictures.figure("total-energy")?.panels[0].y.label == "total-energy: relative change")
    }

    @Test func `cells of a lattice lie in its rows and columns`() throws {
        let pictures = try folder.pictures(
            of: """
                graph: {moore-lattice: {sides: [7, 5], periodic: true}}
                model: {life: {rule: B3/S23, alive: [8, 9, 10]}}
                integrate: {method: synchronous, until: 4}
                observe: [{nodes: all, every: 1, name: cells}, {quantity: population, every: 1}]
                """)
        let panels = try #require(pictures.figure("cells-map")).panels
        #expect(
            panels.count == 3 && panels.allSatisfy { $0.series[0].rows.count == 35 && $0.colour?.values == [0, 1] })
        // A blinker: three cells beside each other, then above each other.
        let alive = panels[0].series[0].rows.filter { $0[2] == 1 }.map { [$0[0], $0[1]] }
        #expect(alive == [[1, 1], [2, 1], [3, 1]])
    }

    @Test func `an automaton on a ring is drawn in space and time`() throws {
        let pictures = try folder.pictures(
            of: """
                graph: {ring: {nodes: 21}}
                model: {elementary: {rule: 90, alive: [10]}}
                integrate: {method: synchronous, until: 8}
                observe: [{nodes: all, every: 1, name: cells}]
                """)
        #expect(pictures.names == ["cells-course"])
        let cells = pictures.figures[0].panels[0].series[0]
        #expect(cells.style == .cells && cells.rows.count == 21 * 9)
        // Pascal's triangle modulo 2: at time t there are 2 to the number of ones of t cells.
        for time in 0...8 {
            let living = cells.rows.filter { $0[0] == Double(time) && $0[2] == 1 }
            #expect(living.count == 1 << time.nonzeroBitCount)
        }
    }

    @Test(.enabled(if: canPlace)) func `a graph has its nodes coloured and named, and each of its edges`() throws {
        let pictures = try folder.pictures(
            of: """
                seed: 3
                graph: {barabasi-albert: {nodes: 30, edges-per-node: 2}}
                model: {kuramoto: {coupling: 1, frequency: 0, phase: {uniform: [0, 6]}}}
                integrate: {method: runge-kutta-4, step: 0.1, until: 1}
                observe: [{nodes: all, every: 0.5, name: phases}]
                """)
        #expect(pictures.names == ["phases-graph", "phases-course"])
        let panel = pictures.figures[0].panels[0]
        #expect(panel.colour?.isCyclic == true && panel.colour?.range == 0...(2 * .pi))
        // 2 of the first three nodes, and 2 of each node that has come: a gap follows each line.
        #expect(panel.series[0].rows.filter { $0[0].isNaN }.count == panel.series[0].rows.count / 3)
        #expect(panel.series[1].rows.count == 30 && panel.marks.count == 30)
        // No two nodes stand at one place.
        #expect(Set(panel.series[1].rows.map { [$0[0], $0[1]] }).count == 30)
    }

    @Test func `events are points at their times and nodes`() throws {
        let pictures = try folder.pictures(
            of: """
                graph: {ring: {nodes: 6}}
                model: {diffusion: {concentration: [6, 0, 0, 0, 0, 0]}}
                integrate: {method: runge-kutta-4, step: 0.01, until: 3}
                observe:
                  - {first-passages: {of: concentration, above: 0.5}, name: passages}
                  - {crossing: {of: {field: concentration, nodes: all}, level: 1.2}, name: crossings}
                """)
        let crossings = try #require(pictures.figure("crossings")).panels[0]
        #expect(crossings.series.map(\.label) == ["downwards", "upwards"])
        #expect(pictures.figure("passages")?.panels[0].series.flatMap(\.rows).count == 6)
    }

    @Test func `a quantity of many numbers is a map over time`() throws {
        let pictures = try folder.pictures(
            of: """
                seed: 1
                graph: {ring: {nodes: 10}}
                model: {random-walks: {walkers: 500, start: 1}}
                integrate: {method: synchronous, until: 6}
                observe: [{quantity: {name: places, histogram: {of: vertex, range: [-0.5, 9.5], bins: 10}}, every: 1}]
                """)
        let series = try #require(pictures.figure("places")).panels[0].series[0]
        #expect(series.style == .cells && series.rows.count == 70)
        let sum = series.rows.reduce(0) { $0 + $1[2] }
        #expect(sum == 7 * 500)
    }

    @Test func `what has not ended can be drawn, and what is not CSV is told`() throws {
        _ = try folder.pictures(
            of: Self.liquid
                + "observe: [{quantity: temperature, every: 0.1}, {quantity: pressure, every: 0.1, format: json-lines}]"
        )
        try FileManager.default.removeItem(atPath: folder.path(of: "results/manifest.json"))
        let pictures = try Pictures(of: folder.path(of: "results"))
        #expect(pictures.names == ["temperature"])
        #expect(pictures.omissions == ["'pressure.jsonl' is not drawn: only CSV is"])
    }

    @Test func `a directory without results is refused`() {
        #expect(throws: PlotError.noResults(path: folder.path)) { try Pictures(of: folder.path) }
    }
}
