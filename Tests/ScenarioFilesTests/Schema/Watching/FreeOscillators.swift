import ScenarioTestSupport

@testable import ScenarioFiles

/// Three oscillators a, b and c without coupling, with phases t, 2 t and 3 t at the time t, whose sum is 6 t. The phases
/// at the eight steps of 0.5 are exact.
enum FreeOscillators {
    static let text = """
        graph: {edge-list: {file: edges.csv}}
        model: {kuramoto: {coupling: 0, frequency: [1, 2, 3], phase: 0}}
        integrate: {method: runge-kutta-4, step: 0.5, until: 4}

        """

    /// The sum of the phases, as a quantity that is recorded in a table of its own.
    static let total = "{quantity: {name: total, sum: phase}}"

    static func observing(_ observations: String...) -> String {
        text + "observe: [\(observations.joined(separator: ", "))]\n"
    }
}

extension ScenarioFolder.Results {
    /// A column of numbers.
    func numbers(_ index: Int, of file: String) throws -> [Double] {
        try column(index, of: file).compactMap(Double.init)
    }
}
