import Foundation
import ScenarioFiles
import TestSupport

/// A temporary folder with small data files, in which scenarios are read and run.
package struct ScenarioFolder {
    package let directory: TemporaryDirectory

    package init() throws {
        directory = try TemporaryDirectory()
        try directory.write("source,target\na,b\nb,c\n", to: "edges.csv")
        try directory.write("name,mass,x,y,z,vy\nSun,1,0,0,0,0\nEarth,0,1,0,0,1\n", to: "bodies.csv")
        try directory.write("mass,x,y,z\n1,0,0,0\n1,1,0,0\n1,0,1,0\n", to: "points.csv")
    }

    /// Three oscillators called a, b and c in a row; four steps of 0.5.
    package static let network = """
        graph: {edge-list: {file: edges.csv}}
        model: {kuramoto: {coupling: 1, frequency: {normal: {mean: 0, deviation: 1}}}}
        integrate: {method: runge-kutta-4, step: 0.5, until: 2}

        """

    /// The Sun and the Earth; four steps of 0.5.
    package static let particles = """
        particles: {file: bodies.csv}
        model: {gravity: {constant: 1}}
        integrate: {method: leapfrog, step: 0.5, until: 2}

        """

    /// Reads a scenario from a text.
    package func scenario(_ text: String, set overrides: [String] = []) throws -> Scenario {
        let path = try directory.write(text, to: "test.yml")
        return try Scenario(contentsOf: path, overrides: overrides.map { Override($0) })
    }

    /// The rendered problems of a scenario, with paths from this folder; `nil` if there are none.
    package func problems(_ text: String, set overrides: [String] = []) throws -> String? {
        do {
            _ = try scenario(text, set: overrides)
            return nil
        } catch let error as ScenarioError {
            return error.description.replacingOccurrences(of: directory.path + "/", with: "")
        }
    }

    /// Runs a scenario.
    @discardableResult
    package func run(
        _ text: String, set overrides: [String] = [], to name: String = "results", monitor: RunMonitor = RunMonitor()
    ) throws -> Results {
        try run(scenario(text, set: overrides), to: name, monitor: monitor)
    }

    /// Runs a scenario that has been read.
    @discardableResult
    package func run(_ scenario: Scenario, to name: String = "results", monitor: RunMonitor = RunMonitor()) throws
        -> Results
    {
        let results = try ResultDirectory(creating: directory.path(of: name))
        try scenario.run(in: results, monitor: monitor)
        return Results(path: results.path)
    }

    /// What a run has written.
    package struct Results {
        package let path: String

        package init(path: String) { self.path = path }

        /// The names of all files, however deep, in alphabetical order.
        package func files() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".") }.sorted()
        }

        /// The contents of all files.
        package func contents() throws -> [String: Data] {
            try files().reduce(into: [:]) { contents, file in
                contents[file] = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)"))
            }
        }

        package func text(_ file: String) throws -> String {
            try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
        }

        /// The header of a table.
        package func header(_ file: String) throws -> String {
            try text(file).split(separator: "\n").first.map(String.init) ?? ""
        }

        /// A column of a table.
        package func column(_ index: Int, of file: String) throws -> [String] {
            try text(file).split(separator: "\n").dropFirst().map {
                String($0.split(separator: ",", omittingEmptySubsequences: false)[index])
            }
        }
    }
}
