import GSL
import ScenarioFiles
import SimulationEngine

/// All runs of a sweep: the scenario that each is, and what it is called.
///
/// Which runs there are follows from the text alone. A run is named by the checksum of its scenario, so that one that is part of
/// two sweeps, or of an earlier form of the same, is the same run.
public struct SweepPlan: Sendable {
    /// The paths of the keys that are varied.
    public let keys: [String]

    /// The values of the keys at each point, as YAML on one line, in the order of the keys.
    public private(set) var points: [[String]]

    /// How many runs there are at each point.
    public let replicates: Int

    let specification: SweepSpecification

    /// The point with which each is compared; none where none is.
    private(set) var references: [Int]

    private let document: SweepDocument
    private var (template, seededTemplate): (RunTemplate?, RunTemplate?)

    /// Scenarios of runs by their texts and by their trees.
    private typealias RunTemplate = (text: TextTemplate, document: DocumentTemplate?)

    /// The data files that all runs share.
    let data: SweepData

    /// Plans a sweep.
    ///
    /// - Throws: ``SweepError/noReference(_:)``; `ScenarioError` if a key cannot be where its path leads.
    init(_ document: SweepDocument, points: [[String]], data: SweepData) throws {
        self.document = document
        self.data = data
        specification = document.specification
        keys = specification.factors.map(\.path)
        self.points = points
        replicates = specification.replicates
        references = try Self.references(points, of: specification)
        (template, seededTemplate) = (try makeTemplate(isSeeded: false), try makeTemplate(isSeeded: true))
    }

    /// - Throws: ``SweepError/noReference(_:)``.
    private static func references(_ points: [[String]], of sweep: SweepSpecification) throws(SweepError) -> [Int] {
        guard sweep.hasDifferences else { return [] }
        guard let reference = sweep.reference else { return points.map { _ in 0 } }
        let settings = reference.compactMap { setting in
            sweep.factors.firstIndex { $0.path == setting.path }.map { (key: $0, value: setting.value) }
        }
        let indices = Dictionary(zip(points, points.indices), uniquingKeysWith: min)
        return try points.map { point throws(SweepError) in
            var other = point
            for setting in settings { other[setting.key] = setting.value }
            guard let index = indices[other] else {
                throw .noReference(zip(sweep.factors, other).map { "\($0.path)=\($1)" })
            }
            return index
        }
    }

    /// How many runs there are; of a search, those whose points are known.
    public var runCount: Int { points.count * replicates }

    /// How many runs there can be at most.
    package var greatestRunCount: Int {
        // There are two points for each search at its beginning.
        specification.search.map { points.count / 2 * $0.greatestCount * replicates } ?? runCount
    }

    /// The same runs at other points.
    func with(points: [[String]]) -> SweepPlan {
        var plan = self
        plan.points = points
        plan.references = references.isEmpty ? [] : points.map { _ in 0 }
        return plan
    }

    /// A run. The first replicates of all points come before the second ones.
    ///
    /// - Parameter index: From 0 to below ``runCount``.
    /// - Returns: The run.
    /// - Throws: `ScenarioError` if a key cannot be where its path leads.
    public func run(_ index: Int) throws -> SweepRun {
        let (point, replicate) = place(of: index)
        let values = points[point]
        let paths = values.map { data.valueOfRuns($0) ?? $0 }
        let seed = seed(ofReplicate: replicate, values)
        let template = seed == nil ? template : seededTemplate
        let words = paths + (seed.map { ["\($0)"] } ?? [])
        let text = template?.text.text(words)
        return SweepRun(
            index: index, point: point, replicate: replicate, values: values,
            text: try text ?? self.text(at: paths, seed: seed), words: words,
            template: text == nil ? nil : template?.document)
    }

    /// The scenario of a run, read from where the file of the sweep lies.
    ///
    /// - Throws: `ScenarioError`.
    package func scenario(ofRun index: Int) throws(ScenarioError) -> Scenario {
        let (point, replicate) = place(of: index)
        let values = points[point]
        return try document.scenario(with: changes(to: values, seed(ofReplicate: replicate, values)))
    }

    /// The scenario at a point that need not be one of the sweep.
    ///
    /// - Throws: `ScenarioError`.
    func scenario(atPoint values: [String]) throws(ScenarioError) -> Scenario {
        try document.scenario(with: zip(keys, values).map { Override("\($0)=\($1)", option: "vary") })
    }

    /// Points at which each key has its last value, and the others the first.
    var corners: [[String]] {
        guard let first = points.first, let last = points.last, points.count > 1 else { return [] }
        guard specification.design == .grid, specification.search == nil else { return [last] }
        return keys.indices.filter { first[$0] != last[$0] }.map { key in
            var corner = first
            corner[key] = last[key]
            return corner
        }
    }

    /// Points besides the first at which each key has each of its values, or, where it is sampled and not from a list, the least and the
    /// greatest of them. In a grid the others have their first values there. Of more than ``mostValues`` as many are taken, evenly.
    var pointsOfValues: [[String]] {
        guard let first = points.first else { return [] }
        var seen: Set = [first]
        return keys.indices.flatMap { some(of: points(ofValuesOf: $0, first)) }.filter { seen.insert($0).inserted }
    }

    /// For how many values of a key nobody waits longer than for a few, where a scenario is quickly read.
    private static let mostValues = 1000

    private func some(of points: [[String]]) -> [[String]] {
        guard points.count > Self.mostValues else { return points }
        return (0..<Self.mostValues).map { points[$0 * (points.count - 1) / (Self.mostValues - 1)] }
    }

    private func points(ofValuesOf key: Int, _ first: [String]) -> [[String]] {
        let values = specification.factors[key].values
        if specification.design == .grid, specification.search == nil {
            return SweepPoints.values(of: specification.factors[key]).map { value in
                var point = first
                point[key] = value
                return point
            }
        }
        if case .listed = values {
        } else if specification.design.isSampling {
            let ends = points.indices.compactMap { index in Double(points[index][key]).map { ($0, index) } }
            return [ends.min { $0.0 < $1.0 }, ends.max { $0.0 < $1.0 }].compactMap { $0.map { points[$0.1] } }
        }
        var seen: Set<String> = []
        return points.filter { seen.insert($0[key]).inserted }
    }

    /// The text of a run, whose values name files as they are seen from there.
    private func text(at values: [String], seed: UInt64?) throws -> String {
        try document.text(with: data.overrides(besides: keys) + changes(to: values, seed))
    }

    /// A template of the texts of runs that have a seed of their own, or of the others.
    private func makeTemplate(isSeeded: Bool) throws -> RunTemplate? {
        let example = (points.first ?? []).map { data.valueOfRuns($0) ?? $0 }
        let text = { (values: [String]) in
            let changes = zip(keys + ["seed"], values).map { Override("\($0)=\($1)", option: "vary") }
            return try document.text(with: data.overrides(besides: keys) + changes)
        }
        let words = example + (isSeeded ? ["1"] : [])
        return try TextTemplate(example: words, of: text).map {
            ($0, try DocumentTemplate(valueCount: words.count, of: text))
        }
    }

    private func place(of index: Int) -> (point: Int, replicate: Int) {
        (index % points.count, index / points.count + 1)
    }

    private func changes(to values: [String], _ seed: UInt64?) -> [Override] {
        zip(keys, values).map { Override("\($0)=\($1)", option: "vary") }
            + (seed.map { [Override("seed=\($0)", option: "replicate")] } ?? [])
    }

    /// The values of the keys of a run as they are read: texts without quotation marks.
    public func labels(of run: SweepRun) -> [String] { labels(of: run.values) }

    func labels(of values: [String]) -> [String] { values.map { data.label(of: $0) } }

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

    /// The name of its directory: 32 hexadecimal digits.
    public let name: String

    /// The scenario.
    let text: String

    /// The values in its text, which are those of the keys and the seed if it has one of its own, and what makes its document of them.
    private let words: [String]
    private let template: DocumentTemplate?

    init(
        index: Int, point: Int, replicate: Int, values: [String], text: String, words: [String],
        template: DocumentTemplate?
    ) {
        (self.index, self.point, self.replicate, self.values) = (index, point, replicate, values)
        (self.text, self.words, self.template) = (text, words, template)
        name = String(SHA256.hexadecimal(of: text).prefix(32))
    }

    /// The document of the scenario, if it can be made without parsing its text.
    func document(from source: SourceText) -> Document? { template?.document(of: words, from: source) }
}
