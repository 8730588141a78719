import ScenarioFiles
import SimulationEngine

/// Many runs of a scenario, over values of its keys and with replicates, in one directory.
///
///     let sweep = try Sweep(contentsOf: "threshold.yml", in: "Results/threshold")
///     let outcome = try sweep.carryOut(jobs: 4)
///     print(outcome.completed, "runs are complete")
///
/// Runs that are complete are done: whoever carries out the same sweep in the same directory again, or a larger one, carries out the
/// runs that are missing. Several processes may do so at the same time, also on several machines that share the directory; each run
/// is done by one of them.
public struct Sweep: Sendable {
    /// The file that says what the sweep is, with all that it needs beside it.
    static let fileName = "sweep.yml"

    /// The name: that of its file without its ending.
    public let name: String

    /// The directory.
    public let path: String

    /// All its runs.
    public private(set) var plan: SweepPlan

    /// The outcome of its search when it was read; `nil` if it has none.
    public private(set) var outcome: SearchOutcome?

    /// How many threads a run has at the first point.
    package let threadCount: Int

    /// The warnings about its scenario at the first point.
    package let warnings: [Diagnostic]

    /// Reads a sweep, checks it at its first point, and stores it with its data in a directory.
    ///
    /// - Parameters:
    ///   - file: The scenario with its block `sweep:`; or the directory of a sweep, with which to go on.
    ///   - directory: The directory: one that does not exist, an empty one, or one of a sweep, to which runs are added. `Results/` and
    ///     the name of the file followed by `-sweep` unless given.
    ///   - overrides: Values that replace those of the file.
    ///   - varied: Values of keys to vary, such as `integrate.step=[0.1, 0.2]`, besides those of the file.
    ///   - replicates: How many runs there are at each point, if not as many as the file says.
    /// - Throws: `ScenarioError` if something is wrong with the scenario, ``SweepError``.
    public init(
        contentsOf file: String, in directory: String? = nil, overrides: [Override] = [], varied: [Override] = [],
        replicates: Int? = nil
    ) throws {
        let isDirectory = FileSystem.isFolder(file)
        let source = try Self.source(file)
        let document = try SweepDocument(
            contentsOf: source, overrides: overrides, varied: varied, replicates: replicates)
        let path = directory ?? (isDirectory ? file : "Results/\(document.stem)-sweep")
        let lock = try SweepLock(creating: path)
        defer { withExtendedLifetime(lock) {} }
        guard Self.isFree(path) else { throw SweepError.exists(path: path) }
        try self.init(document, in: path)
        let text = Array(try document.text(withData: plan.data.ownOverrides, values: plan.data.ownValue).utf8)
        let stored = "\(path)/\(Self.fileName)"
        do {
            // Others may be reading it.
            guard (try? InputFile(stored).bytes()) != text else { return }
            try DurableFile(path: stored).write(text)
        } catch {
            throw SweepError.file(path: stored, reason: error.reason)
        }
    }

    /// The file that says what a sweep is, which is named itself, or its directory.
    private static func source(_ file: String) throws(SweepError) -> String {
        guard FileSystem.isFolder(file) else { return file }
        guard isDirectory(file) else { throw .noSweep(path: file) }
        return "\(file)/\(fileName)"
    }

    /// Tests if a directory is one of a sweep.
    package static func isDirectory(_ path: String) -> Bool { FileSystem.exists("\(path)/\(fileName)") }

    /// Tests if a directory is one of a sweep, also of one that was killed when it began, or empty.
    private static func isFree(_ path: String) -> Bool {
        let names = FileSystem.names(in: path) ?? []
        let stored = "\(path)/\(fileName)"
        return names.contains(fileName) && (try? SweepDocument.isSweep(stored)) == true
            || names.allSatisfy { $0 == SweepData.folder || $0 == DurableFile.partName(of: fileName) }
    }

    /// Reads the sweep of a directory, to look at its results.
    ///
    /// - Throws: ``SweepError/noSweep(path:)``; `ScenarioError` if its file is not what it was.
    public init(reading directory: String) throws {
        guard Self.isDirectory(directory) else { throw SweepError.noSweep(path: directory) }
        try self.init(SweepDocument(contentsOf: "\(directory)/\(Self.fileName)"), in: directory)
        try readSearch()
    }

    /// Reads a sweep and checks it at its first point, without storing anything.
    ///
    /// - Throws: As ``init(contentsOf:in:overrides:varied:replicates:)``.
    package init(
        checking file: String, overrides: [Override] = [], varied: [Override] = [], replicates: Int? = nil
    ) throws {
        let document = try SweepDocument(
            contentsOf: Self.source(file), overrides: overrides, varied: varied, replicates: replicates)
        try self.init(document, in: nil)
    }

    /// The problems at the last value of each key, with the first ones of the others.
    package var cornerProblems: [ScenarioError] { problems(at: plan.corners) }

    /// The problems at all values of each key, of a grid with the first ones of the others; of what is sampled from a range or a
    /// distribution at the least and the greatest.
    ///
    /// - Complexity: A scenario is read for each value.
    package var valueProblems: [ScenarioError] { problems(at: plan.pointsOfValues) }

    private func problems(at points: [[String]]) -> [ScenarioError] {
        points.compactMap { point in
            do throws(ScenarioError) {
                _ = try plan.scenario(atPoint: point)
                return nil
            } catch {
                return error
            }
        }
    }

    /// The same sweep at other points.
    func with(points: [[String]]) -> Sweep {
        var sweep = self
        sweep.plan = plan.with(points: points)
        return sweep
    }

    /// Goes through a search with what is known, for the points that it has looked at.
    private mutating func readSearch() throws {
        guard let search = plan.specification.search else { return }
        let results = SweepResults(of: self)
        let known = SweepSearch(search, of: plan.specification) { [self] in
            try with(points: [$0]).numbers(of: search, results)
        }
        do {
            outcome = .found(try known.optima())
        } catch is SearchIsUnfinished {
            outcome = .unfinished
        } catch let error as SweepError {
            outcome = .failed(error)
        }
        plan = plan.with(points: known.points)
    }

    private init(_ document: SweepDocument, in path: String?) throws {
        let points = try SweepPoints.rows(of: document.specification)
        let first = zip(document.specification.factors, points.first ?? []).map {
            Override("\($0.path)=\($1)", option: "vary")
        }
        let scenario = try document.scenario(with: first)
        warnings = scenario.warnings
        threadCount = scenario.threadCount
        name = document.stem
        self.path = path ?? ""
        plan = try SweepPlan(
            document, points: points, data: SweepData(of: scenario, document, at: first, in: path))
        outcome = plan.specification.search.map { _ in .unfinished }
    }
}
