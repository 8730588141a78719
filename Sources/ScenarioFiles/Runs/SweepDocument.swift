import Descriptions
import SimulationEngine

/// A scenario with a block `sweep:`: what is varied, and the scenario of which many are made by that.
package struct SweepDocument {
    /// The keys that are varied, and how.
    package let specification: SweepSpecification

    /// The name of the file without its ending.
    package let stem: String

    /// The folder from which data files are looked up.
    package let folder: String

    /// The scenario without the block.
    private let base: Document

    private let source: SourceText
    private let overrides: [Override]

    /// Reads a scenario and what it varies.
    ///
    /// - Parameters:
    ///   - path: Where the file lies.
    ///   - overrides: Values that replace those of the file.
    ///   - varied: Values of keys, such as `integrate.step=[0.1, 0.2]`, that the sweep takes besides, or instead of others.
    ///   - replicates: How many runs there are at each point, if not as many as the file says.
    /// - Throws: `ScenarioError` if there is nothing to vary, or what is varied is not said as it must be.
    package init(
        contentsOf path: String, overrides: [Override] = [], varied: [Override] = [], replicates: Int? = nil
    ) throws(ScenarioError) {
        let isStream = InputFile.namesOpenStream(path)
        stem = isStream ? "sweep" : FileSystem.stem(of: path)
        folder = isStream ? "" : Scenario.folder(of: path)
        source = try SourceText(path: path)
        self.overrides = overrides
        var changes = overrides
        if let replicates { changes.append(Override("sweep.replicates=\(replicates)", option: "--replicates")) }
        let document = try Document(source, overrides: changes).varying(varied)
        let data = DataFiles(folder: folder)
        specification = try document.read { root in
            let seed = root.optional(ScenarioKeys.seed.name).map { $0.unsignedInteger() } ?? 0
            let block = root.required(ScenarioKeys.sweep.name, for: "what is varied")
            // Other mistakes are told when a scenario is made of it.
            for key in root.keys { _ = root.optional(key) }
            guard let seed, let block, var read = SweepReader(data: data).read(block) else { return nil }
            read.seed = seed
            return read
        }
        base = document.removing(ScenarioKeys.sweep.name)
        try Self.check(overrides, besides: specification.factors)
    }

    /// Checks that no value replaces one that is varied, which would have no effect.
    private static func check(
        _ overrides: [Override], besides factors: [SweepSpecification.Factor]
    ) throws(ScenarioError) {
        let diagnostics = Diagnostics()
        for (index, override) in overrides.enumerated() {
            let source = override.source(index: index)
            let path = String(override.text.prefix { $0 != "=" })
            let key = SweepSpecification.keys(of: path)
            guard let factor = factors.first(where: { key.starts(with: SweepSpecification.keys(of: $0.path)) }) else {
                continue
            }
            diagnostics.report(
                .custom(
                    "'\(factor.path)' is varied by the sweep", expected: "its values, by --vary", given: nil,
                    allowed: []),
                at: TextLocation(source: source, line: 1, column: 1, length: path.unicodeScalars.count))
        }
        try diagnostics.throwIfAny()
    }

    /// Tests if a file says what is varied. What comes through a pipe can be read only once, and is taken to say nothing.
    package static func isSweep(_ path: String) throws(ScenarioError) -> Bool {
        guard !InputFile.namesOpenStream(path) else { return false }
        guard case .mapping(let entries) = try Document(SourceText(path: path)).root.content else { return false }
        return entries.contains { $0.key == ScenarioKeys.sweep.name }
    }

    /// One of the scenarios, whose problems are shown where the file has them.
    ///
    /// - Parameter changes: The values of the keys that are varied.
    /// - Returns: The scenario.
    /// - Throws: `ScenarioError`.
    package func scenario(with changes: [Override]) throws(ScenarioError) -> Scenario {
        try Scenario(source, overrides: overrides + changes, named: stem, in: folder)
    }

    /// The text of one of the scenarios.
    ///
    /// - Parameter changes: The values of the keys that are varied.
    /// - Returns: YAML.
    /// - Throws: `ScenarioError` if a key cannot be where its path leads.
    package func text(with changes: [Override]) throws -> String { try base.applying(changes).yaml() }

    /// A value as it is read: a text without quotation marks; lists and mappings as they are written.
    package static func label(of value: String) -> String {
        guard value.hasPrefix("\"") || value.hasPrefix("'") else { return value }
        var parser = DocumentParser(SourceText(name: "value", text: value), reportingTo: Diagnostics())
        guard let node = parser.parse(), case .scalar(let scalar) = node.content else { return value }
        return scalar.text
    }

    /// The path of the file that a value names from the folder of the sweep; `nil` if it names none.
    package func path(named value: String) -> String? {
        let name = Self.label(of: value)
        let path = folder.isEmpty || name.hasPrefix("/") ? name : "\(folder)/\(name)"
        return FileSystem.exists(path) && !FileSystem.isFolder(path) ? path : nil
    }

    /// Tests if a key lies in a mapping that is varied as a whole.
    package func variesMapping(around path: String) -> Bool {
        let keys = SweepSpecification.keys(of: path)
        return specification.factors.contains { factor in
            let outer = SweepSpecification.keys(of: factor.path)
            return outer.count < keys.count && keys.starts(with: outer)
        }
    }

    /// The data files that a mapping names which is a value of a key.
    ///
    /// - Parameters:
    ///   - value: The value; others than mappings name none.
    ///   - index: Which of the keys it belongs to.
    ///   - point: The values of all keys at a point, of which this one is replaced.
    /// - Returns: The paths of the keys inside of the mapping, and those of the files. None if there is no such scenario, of which its run
    ///   will tell.
    package func files(in value: String, ofFactor index: Int, at point: [Override]) -> [(key: String, path: String)] {
        guard value.hasPrefix("{") else { return [] }
        var point = point
        let path = specification.factors[index].path
        point[index] = Override("\(path)=\(value)", option: "vary")
        guard let scenario = try? scenario(with: point) else { return [] }
        let keys = SweepSpecification.keys(of: path)
        return scenario.dataFilePaths.compactMap { file in
            let inner = SweepSpecification.keys(of: file.keyPath)
            guard inner.count > keys.count, inner.starts(with: keys) else { return nil }
            return (inner[keys.count...].joined(separator: "."), file.path)
        }
    }

    /// A value with other texts in it.
    ///
    /// - Parameters:
    ///   - value: The value, as YAML on one line.
    ///   - changes: The paths of keys inside of it, each with its text; an empty path for the value itself.
    /// - Returns: YAML on one line.
    /// - Throws: `ScenarioError` if a key cannot be where its path leads.
    package static func value(_ value: String, replacing changes: [(key: String, text: String)]) throws -> String {
        if changes.count == 1, changes[0].key.isEmpty { return "'\(changes[0].text)'" }
        return try Document(SourceText(name: "value", text: value))
            .applying(changes.map { Override("\($0.key)='\($0.text)'") }).root.flowYAML
    }

    /// The text of the whole sweep, with the values that were read from tables in their place.
    ///
    /// - Parameters:
    ///   - changes: The keys that name data files, with their paths from where the text is to lie.
    ///   - value: Changes a value that may name one.
    /// - Returns: YAML.
    /// - Throws: `ScenarioError` if a key cannot be where its path leads.
    package func text(withData changes: [Override], values value: (String) -> String) throws -> String {
        try base.applying(changes + [Override("sweep=\(specification.flowYAML(value))")]).yaml()
    }
}

extension Document {
    /// The document with more values to vary, by their key paths.
    fileprivate func varying(_ overrides: [Override]) throws(ScenarioError) -> Document {
        guard !overrides.isEmpty else { return self }
        let diagnostics = Diagnostics()
        var factors: [String] = []
        for (index, override) in overrides.enumerated() {
            guard let parsed = ParsedOverride(override.source(index: index), reportingTo: diagnostics) else { continue }
            let path = parsed.path.map(\.text).joined(separator: ".")
            factors.append("\(path.inDoubleQuotes): \(parsed.value.flowYAML)")
        }
        try diagnostics.throwIfAny()
        let old = member(["sweep", "vary"])?.filter { entry in
            !factors.contains { $0.hasPrefix(entry.key.inDoubleQuotes) }
        }
        let kept = (old ?? []).map { "\($0.key.inDoubleQuotes): \($0.value.flowYAML)" }
        return try applying([Override("sweep.vary={\((kept + factors).joined(separator: ", "))}", option: "--vary")])
    }

    /// The entries of the mapping to which keys lead.
    private func member(_ keys: [String]) -> [DocumentNode.Entry]? {
        var node = root
        for key in keys {
            guard case .mapping(let entries) = node.content, let entry = entries.first(where: { $0.key == key }) else {
                return nil
            }
            node = entry.value
        }
        guard case .mapping(let entries) = node.content else { return nil }
        return entries
    }
}

// MARK: - As YAML

extension SweepSpecification {
    /// The block as YAML on one line.
    fileprivate func flowYAML(_ value: (String) -> String) -> String {
        let varied = factors.map { "\($0.path.inDoubleQuotes): \($0.values.flowYAML(value))" }
        let parts: [String?] = [
            varied.isEmpty ? nil : "vary: {\(varied.joined(separator: ", "))}",
            search?.flowYAML, "design: \(design.rawValue)", points.map { "points: \($0)" }, "replicates: \(replicates)",
            "seeds: \(seeds.rawValue)", "store: \(store.rawValue)",
            "summarise: {statistics: [\(statistics.map(\.rawValue).joined(separator: ", "))], "
                + "quantiles: [\(quantiles.map(\.plain).joined(separator: ", "))]\(referenceYAML(value))}",
        ]
        return "{\(parts.compactMap { $0 }.joined(separator: ", "))}"
    }

    private func referenceYAML(_ value: (String) -> String) -> String {
        guard let reference else { return "" }
        let settings = reference.map { "\($0.path.inDoubleQuotes): \(value($0.value))" }
        return ", reference: {\(settings.joined(separator: ", "))}"
    }
}

extension SweepSpecification.Search {
    /// The keys as YAML.
    fileprivate var flowYAML: String {
        let goal =
            switch goal {
            case .minimum: "minimise: \(quantity.inDoubleQuotes)"
            case .value(let value): "find: {quantity: \(quantity.inDoubleQuotes), equals: \(value)}"
            }
        let parts = [
            goal, table.map { "table: \($0.inDoubleQuotes)" },
            "by: [\(keys.map(\.inDoubleQuotes).joined(separator: ", "))]", "tolerance: \(tolerance)",
            "evaluations: \(greatestCount)",
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension SweepSpecification.Values {
    fileprivate func flowYAML(_ value: (String) -> String) -> String {
        switch self {
        case .listed(let values): "[\(values.map(value).joined(separator: ", "))]"
        case .range(let range):
            "{from: \(range.from), to: \(range.to), \(range.count.map { "count: \($0), " } ?? "")"
                + "scale: \(range.scale.rawValue), integers: \(range.areIntegers)}"
        case .drawn(.constant(let value)): "[\(value)]"
        case .drawn(.uniform(let lower, let upper)): "{uniform: [\(lower), \(upper)]}"
        case .drawn(.normal(let mean, let deviation)): "{normal: {mean: \(mean), deviation: \(deviation)}}"
        case .drawn(.cauchy(let location, let scale)): "{cauchy: {location: \(location), scale: \(scale)}}"
        }
    }
}
