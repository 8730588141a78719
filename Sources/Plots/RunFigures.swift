import Networks
import ScenarioFiles
import SimulationEngine

/// All pictures of a run, as its scenario says what its tables are.
struct RunFigures {
    let context: PlotContext
    private let directory: String
    private let workFolder: String
    private let tables: [ResultTable]

    /// The records that are not drawn, and why.
    private(set) var omissions: [String] = []

    /// Reads the results of a run.
    ///
    /// - Parameters:
    ///   - directory: The directory of the run.
    ///   - workFolder: A folder for files that are needed meanwhile.
    /// - Throws: `PlotError`, `ScenarioError` if the scenario in the directory is not what it was, `DataFileError`.
    init(of directory: String, workFolder: String) throws {
        let file = "\(directory)/\(ResultDirectory.scenarioFile)"
        guard FileSystem.exists(file) else { throw PlotError.noResults(path: directory) }
        (self.directory, self.workFolder) = (directory, workFolder)
        context = PlotContext(scenario: try Scenario(contentsOf: file))
        var (tables, omissions): ([ResultTable], [String]) = ([], [])
        for (name, contents) in try context.scenario.tableContents().sorted(by: { $0.key < $1.key }) {
            let path = "\(directory)/\(name)"
            if !name.hasSuffix(".csv") {
                omissions.append("'\(name)' is not drawn: only CSV is")
            } else if FileSystem.exists(path) {
                tables.append(try ResultTable(FileSystem.stem(of: path), contents, at: path))
            } else {
                omissions.append("'\(name)' is not drawn: it is not there")
            }
        }
        (self.tables, self.omissions) = (tables, omissions)
    }

    /// The pictures.
    func figures() throws(PlotError) -> [Figure] {
        let nodes = nodeFigures
        let curves = CurveFigures(context: context)
        let measures = MeasureFigures(context: context)
        var figures: [Figure] = []
        for table in tables {
            switch table.contents.observation {
            case "nodes": figures += try nodes.figures(of: table)
            case "quantity", "quantities":
                QuantityFigures(context: context).figure(of: table).map { figures.append($0) }
            case "crossing", "first-passages", "changes", "interventions", "population", "edges", "causes":
                EventFigures(context: context).figure(of: table).map { figures.append($0) }
            case "diffusion": measures.figure(ofMethods: table).map { figures.append($0) }
            case _ where table.has("measure"): measures.figure(ofMeasures: table).map { figures.append($0) }
            default: curves.figure(of: table).map { figures.append($0) }
            }
        }
        let statistics = tables.filter { $0.contents.observation == "statistics" && $0.contents.part == nil }
        return (figures + measures.figures(ofStatistics: statistics)).filter { !$0.panels.allSatisfy(\.isEmpty) }
    }

    /// The frames of a film, of each table of nodes that moves.
    ///
    /// - Parameter greatestCount: How many frames there are at most; of more moments, some at equal distances are shown.
    /// - Returns: The name and the frames of each film.
    /// - Throws: `PlotError`.
    func films(ofAtMost greatestCount: Int) throws(PlotError) -> [(name: String, frames: [Figure])] {
        let nodes = nodeFigures
        var films: [(name: String, frames: [Figure])] = []
        for table in tables where table.contents.observation == "nodes" && table.rowCount > 0 {
            let moments = nodes.moments(of: table)
            guard moments.moments.count > 1, let snapshot = try nodes.snapshots(of: moments).first else { continue }
            let name = "\(table.name)-\(snapshot.name)"
            let frames = moments.moments.spread(greatestCount).map { moment in
                Figure(
                    name: name, title: "\(context.title(of: table)), \(nodes.timeTitle(moment))",
                    panels: [snapshot.panel(at: moment)], panelSize: (720, 640))
            }
            films.append((name, frames))
        }
        return films
    }

    private var nodeFigures: NodeFigures {
        let graph = (context.scenario.model as? any GraphModel)?.graph
        let places = GraphPlaces(graph: graph, path: "\(workFolder)/.layout")
        return NodeFigures(context: context, layout: places.layout)
    }
}

/// The layout of the graph of a run, which is made once, when somebody asks for it.
private final class GraphPlaces {
    private let graph: Graph?
    private let path: String
    private var known: GraphLayout?

    init(graph: Graph?, path: String) { (self.graph, self.path) = (graph, path) }

    func layout() throws(PlotError) -> GraphLayout? {
        guard let graph, GraphLayout.shows(graph) else { return nil }
        if let known { return known }
        let layout = try GraphLayout(of: graph, in: path)
        known = layout
        return layout
    }
}
