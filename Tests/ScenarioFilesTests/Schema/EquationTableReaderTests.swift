import Foundation
import ScenarioTestSupport
import Testing

@testable import ScenarioFiles

/// Functions of equations that are given by columns of files.
@Suite struct EquationTableReaderTests {
    private static func folder(_ csv: String) throws -> ScenarioFolder {
        let folder = try ScenarioFolder()
        try folder.directory.write(csv, to: "gain.csv")
        return folder
    }

    private static let csv = "label,gain,voltage\na,0,-2\nb,0.25,-1\nc,1,0.5\nd,1.5,2\ne,1.25,4\n"

    private static func text(_ tables: String, gain: String, method: String = "runge-kutta-4") -> String {
        """
        seed: 3
        graph: {ring: {nodes: 6}}
        model:
          equations:
            variables: {v: {uniform: [0, 1]}}
            \(tables)
            edges: {heard: "\(gain.replacingOccurrences(of: "@", with: "from.v - 0.5"))"}
            rates: {v: "\(gain.replacingOccurrences(of: "@", with: "v")) - v + 0.1 * heard"}
        integrate: {method: \(method), step: 0.25, until: 4}
        observe: [{nodes: all, every: 0.25}]

        """
    }

    /// `bsimp` needs the Jacobian, of which the derivative of the spline is a part.
    @Test(
        "a table of a file is the spline through its points, in whichever columns they stand",
        arguments: ["runge-kutta-4", "rkf45", "bsimp"])
    func splines(method: String) throws {
        func nodes(_ csv: String, _ tables: String, _ gain: String) throws -> String {
            let folder = try Self.folder(csv)
            return try folder.run(Self.text(tables, gain: gain, method: method)).text("nodes.csv")
        }
        let written = try nodes(
            Self.csv, "parameters: {none: 0}", "spline(@, -2, 0, -1, 0.25, 0.5, 1, 2, 1.5, 4, 1.25)")
        #expect(
            try nodes(Self.csv, "tables: {my-gain: {file: gain.csv, columns: [voltage, gain]}}", "my-gain(@)")
                == written)
        let first = "x,y\n-2,0\n-1,0.25\n0.5,1\n2,1.5\n4,1.25\n"
        #expect(try nodes(first, "tables: {my-gain: {file: gain.csv}}", "my-gain(@)") == written)
        #expect(written.split(separator: "\n").count > 50 && !written.contains("nan"))
    }

    @Test("a run with a table goes on from a checkpoint to the same bytes")
    func checkpoints() throws {
        let folder = try Self.folder(Self.csv)
        let text = Self.text("tables: {gain: {file: gain.csv, columns: [voltage, gain]}}", gain: "gain(@)")
        let run = try InterruptedRun(lastStep: 16, seed: 1) { try folder.scenario(text) }
        #expect(try run.expectSameBytes() == [])
    }

    @Test(
        "what is wrong with a table is told where it stands",
        arguments: [
            ("x,y\n0,1\n2,3\n1,4\n", "gain: {file: gain.csv}", "gain(@)", "gain.csv:4:1", "1.0 must be greater than"),
            ("x,y\n0,1\n2,z\n", "gain: {file: gain.csv}", "gain(@)", "gain.csv:3:3", "'z' is not a number"),
            ("x,y\n0,1\n", "gain: {file: gain.csv}", "gain(@)", "gain.csv:1:1", "there must be two records or more"),
            (
                "x,y\n0,1\n2,2\n", "gain: {file: gain.csv, columns: [x, z]}", "gain(@)", "gain.csv:1:1",
                "the column 'z' is missing: the columns are x, y"
            ),
            ("x,y\n0,1\n2,2\n", "gain: {file: other.csv}", "gain(@)", "test.yml:6:27", "'other.csv' does not exist"),
            ("x,y\n0,1\n2,2\n", "v: {file: gain.csv}", "v", "test.yml:6:14", "this name stands for something else"),
            ("x,y\n0,1\n2,2\n", "sin: {file: gain.csv}", "v", "test.yml:6:14", "a formula cannot say this name"),
            ("x,y\n0,1\n2,2\n", "gain: {file: gain.csv}", "gain(@, 2)", "test.yml:8:", "'gain' takes one argument"),
            ("x,y\n0,1\n2,2\n", "gain: {file: gain.csv}", "gian(@)", "test.yml:8:", "gain"),
        ])
    func faults(csv: String, tables: String, gain: String, place: String, message: String) throws {
        let problems = try #require(
            try Self.folder(csv).problems(Self.text("tables: {\(tables)}", gain: gain)))
        #expect(problems.contains(message), "\(problems)")
        #expect(problems.contains(place), "\(problems)")
    }
}
