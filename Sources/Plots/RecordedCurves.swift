import ScenarioFiles
import SimulationEngine

/// The quantities that a run has recorded over time.
package struct RecordedCurves {
    /// A quantity: its times and values, all of them or some at equal distances.
    package struct Curve {
        package let name: String
        package let points: [(time: Double, value: Double)]
    }

    package let curves: [Curve]

    /// Reads the tables of quantities of a run, histograms aside.
    ///
    /// - Parameters:
    ///   - directory: The directory of the run.
    ///   - greatestCount: How many points a curve has at most.
    /// - Throws: `ScenarioError` if the scenario in the directory is not what it was, `DataFileError`.
    package init(of directory: String, atMost greatestCount: Int) throws {
        let scenario = try Scenario(contentsOf: "\(directory)/\(ResultDirectory.scenarioFile)")
        var curves: [Curve] = []
        for (name, contents) in try scenario.tableContents().sorted(by: { $0.key < $1.key }) {
            let path = "\(directory)/\(name)"
            guard ["quantity", "quantities"].contains(contents.observation), name.hasSuffix(".csv"),
                !QuantityFigures.isHistogram(contents), FileSystem.exists(path)
            else { continue }
            let table = try ResultTable(FileSystem.stem(of: path), contents, at: path)
            let times = table.numbers(of: "time")
            for column in contents.columns where column != "time" && !curves.contains(where: { $0.name == column }) {
                let points = zip(times, table.numbers(of: column)).map { (time: $0, value: $1) }
                curves.append(Curve(name: column, points: points.spread(greatestCount)))
            }
        }
        self.curves = curves
    }
}
