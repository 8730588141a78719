import ScenarioFiles
import SimulationEngine

/// Many runs of a scenario, over values of its keys and with replicates, in one directory.
///
///     let sweep = try Sweep(contentsOf: "threshold.yml", in: "Results/threshold")
///     let outcome = try sweep.carryOut(jobs: 4)
///     print(outcome.completed, "runs are complete")
///
/// What is done is what is complete: whoever carries out the same sweep in the same directory again, or a larger one, carries out the
/// runs that are missing. Several processes may do so at the same time, also on several machines that share the directory; each run
/// is done by one of them.
public struct Sweep: Sendable {
    /// The file that says what the sweep is, with all that it needs beside it.
    static let fileName = "sweep.yml"

    /// What the sweep is called: the name of its file without its ending.
    public let name: String

    /// The directory.
    public let path: String

    /// All its runs.
    public let plan: SweepPlan

    /// How many threads a run has at the first point.
    package let threadCount: Int

    /// What may not be meant in its scenario at the first point.
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
        let source = "\(file)/\(fileName)"
        guard FileSystem.exists(source) else { throw .noSweep(path: file) }
        return source
    }

    /// Whether a directory is one of a sweep, also of one that was killed when it began, or empty.
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
        let file = "\(directory)/\(Self.fileName)"
        guard FileSystem.exists(file) else { throw SweepError.noSweep(path: directory) }
        try self.init(SweepDocument(contentsOf: file), in: directory)
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

    /// Reads a sweep and checks it at its first point and, for each key, at its first and last value with the first ones of the others.
    ///
    /// - Returns: `nil` if the file has no sweep.
    /// - Throws: As ``init(contentsOf:in:overrides:varied:replicates:)``.
    package static func checkingCorners(of file: String, overrides: [Override]) throws -> Sweep? {
        guard try SweepDocument.isSweep(file) else { return nil }
        let sweep = try Sweep(checking: file, overrides: overrides)
        for corner in sweep.plan.corners { _ = try sweep.plan.scenario(atPoint: corner) }
        return sweep
    }

    private init(_ document: SweepDocument, in path: String?) throws {
        let first = try SweepPoints.rows(of: document.specification).first ?? []
        let values = zip(document.specification.factors, first).map { Override("\($0.path)=\($1)", option: "vary") }
        let scenario = try document.scenario(with: values)
        warnings = scenario.warnings
        threadCount = scenario.threadCount
        name = document.stem
        self.path = path ?? ""
        plan = try SweepPlan(document, data: SweepData(of: scenario, document, in: path))
    }
}
