import GSL
import ScenarioFiles

/// All runs of a sweep: the scenario that each is, and what it is called.
///
/// Which runs there are follows from the text alone. A run is named by the checksum of its scenario, so that one that is part of
/// two sweeps, or of an earlier form of the same, is the same run.
public struct SweepPlan: Sendable {
    /// The paths of the keys that are varied.
    public let keys: [String]

    /// The values of the keys at each point, as YAML on one line, in the order of the keys.
    public let points: [[String]]

    /// How many runs there are at each point.
    public let replicates: Int

    let specification: SweepSpecification
    private let document: SweepDocument

    /// The data files that all runs share.
    let data: SweepData

    /// Plans a sweep.
    ///
    /// - Throws: ``SweepError`` if the design cannot be made; `GSLError` if there is no memory.
    init(_ document: SweepDocument, data: SweepData) throws {
        self.document = document
        self.data = data
        specification = document.specification
        keys = specification.factors.map(\.path)
        points = try SweepPoints.rows(of: specification)
        replicates = specification.replicates
    }

    /// How many runs there are.
    public var runCount: Int { points.count * replicates }

    /// A run. The first replicates of all points come before the second ones.
    ///
    /// - Parameter index: From 0 to below ``runCount``.
    /// - Returns: The run.
    /// - Throws: `ScenarioError` if a key cannot be where its path leads.
    public func run(_ index: Int) throws -> SweepRun {
        let (point, replicate) = place(of: index)
        let values = points[point]
        let paths = values.map { data.pathOfRuns(named: $0) ?? $0 }
        let text = try document.text(
            with: data.overrides(besides: keys) + changes(to: paths, seedOf: values, replicate))
        return SweepRun(
            index: index, point: point, replicate: replicate, values: values,
            name: String(SHA256.hexadecimal(of: text).prefix(32)), text: text)
    }

    /// The scenario of a run, read from where the file of the sweep lies.
    ///
    /// - Throws: `ScenarioError`.
    package func scenario(ofRun index: Int) throws(ScenarioError) -> Scenario {
        let (point, replicate) = place(of: index)
        return try document.scenario(with: changes(to: points[point], seedOf: points[point], replicate))
    }

    /// The scenario at a point that need not be one of the sweep.
    ///
    /// - Throws: `ScenarioError`.
    func scenario(atPoint values: [String]) throws(ScenarioError) -> Scenario {
        try document.scenario(with: zip(keys, values).map { Override("\($0)=\($1)", option: "vary") })
    }

    /// Points at which each key has its first and its last value, and the others the first.
    var corners: [[String]] {
        guard let first = points.first, let last = points.last, specification.design == .grid else {
            return [points.first, points.last].compactMap { $0 }
        }
        return keys.indices.map { key in
            var corner = first
            corner[key] = last[key]
            return corner
        }
    }

    private func place(of index: Int) -> (point: Int, replicate: Int) {
        (index % points.count, index / points.count + 1)
    }

    private func changes(to values: [String], seedOf original: [String], _ replicate: Int) -> [Override] {
        zip(keys, values).map { Override("\($0)=\($1)", option: "vary") }
            + (seed(ofReplicate: replicate, original).map { [Override("seed=\($0)", option: "replicate")] } ?? [])
    }

    /// The values of the keys of a run as they are read: texts without quotation marks.
    public func labels(of run: SweepRun) -> [String] { run.values.map { data.label(of: $0) } }

    /// The seed of a run, which depends on nothing but the seed of the scenario, the replicate, and the values of the keys unless all
    /// points share their random numbers; `nil` for that of the scenario itself, which the first replicate has where it is shared.
    private func seed(ofReplicate replicate: Int, _ values: [String]) -> UInt64? {
        if specification.seeds == .common, replicate == 1 { return nil }
        if replicates == 1, keys.isEmpty { return nil }
        let point =
            specification.seeds == .common ? [] : zip(keys, values).map { "\($0)=\(data.ownValue($1))" }.sorted()
        let text = (["seed=\(specification.seed)", "replicate=\(replicate)"] + point).joined(separator: "\n")
        // Seeds of scenarios have 63 bits.
        return UInt64(SHA256.hexadecimal(of: text).prefix(16), radix: 16).map { $0 >> 1 }
    }
}

/// One run of a sweep.
public struct SweepRun: Sendable {
    /// Its place among all.
    public let index: Int

    /// Its point, from 0.
    public let point: Int

    /// Its number at the point, from 1.
    public let replicate: Int

    /// The values of the keys, as YAML on one line.
    public let values: [String]

    /// What its directory is called: 32 hexadecimal digits.
    public let name: String

    /// The scenario.
    let text: String
}
