/// A YAML document with its overrides applied, ready to be read through a schema.
///
///     let document = try Document(source, overrides: [Override("integrate.step=0.01")])
///     let scenario = try document.read { root in Scenario(root) }
///
/// Problems that leave a tree to read, such as duplicate keys or an override without effect, wait until the schema has
/// been read, so that a user sees all of them at once.
package struct Document: Sendable {
    /// The mapping at the top.
    package let root: DocumentNode
    /// The problems that were found so far.
    private let log: DiagnosticLog
    /// The template that it was made by, unless it was parsed or changed.
    package let origin: Origin?

    /// Parses a text and applies overrides to it, the later over the earlier.
    ///
    /// - Throws: a `ScenarioError` if the text holds no mapping.
    package init(_ source: SourceText, overrides: [Override] = []) throws(ScenarioError) {
        let diagnostics = Diagnostics()
        var parser = DocumentParser(source, reportingTo: diagnostics)
        let parsed = parser.parse()
        let changes = overrides.enumerated().compactMap { index, override in
            ParsedOverride(override.source(index: index), reportingTo: diagnostics)
        }
        guard let base = Self.mapping(parsed, of: source, reportingTo: diagnostics) else {
            throw ScenarioError(diagnostics.log)
        }
        root = changes.reduce(base) { $0.applying($1, reportingTo: diagnostics) }
        (log, origin) = (diagnostics.log, nil)
    }

    private init(_ root: DocumentNode, _ log: DiagnosticLog) {
        (self.root, self.log, origin) = (root, log, nil)
    }

    /// A document without problems that a template has made.
    package init(_ root: DocumentNode, _ origin: Origin) {
        (self.root, log, self.origin) = (root, DiagnosticLog(), origin)
    }

    /// The document with more overrides applied to it.
    ///
    /// - Throws: A `ScenarioError` if one of them cannot be applied.
    package func applying(_ overrides: [Override]) throws(ScenarioError) -> Document {
        let diagnostics = Diagnostics()
        var changed = root
        for (index, override) in overrides.enumerated() {
            guard let override = ParsedOverride(override.source(index: index), reportingTo: diagnostics) else {
                continue
            }
            changed = changed.applying(override, reportingTo: diagnostics)
        }
        try diagnostics.throwIfAny()
        return Document(changed, log)
    }

    /// The document without one of its keys.
    package func removing(_ key: String) -> Document {
        guard case .mapping(let entries) = root.content else { return self }
        return replacing(
            root: DocumentNode(content: .mapping(entries.filter { $0.key != key }), position: root.position))
    }

    /// The document with another tree.
    package func replacing(root: DocumentNode) -> Document { Document(root, log) }

    /// The problems that were found so far and are kept.
    package var problems: [Diagnostic] { log.kept }

    /// Reads the document through a schema.
    ///
    /// - Parameter schema: reads the top of the document; nil if it found something that it reported.
    /// - Returns: what the schema made of the document.
    /// - Throws: a `ScenarioError` with all problems of the text, the overrides and the values.
    package func read<Result>(_ schema: (Section) -> Result?) throws(ScenarioError) -> Result {
        try readTakingNotes(schema).result
    }

    /// Reads the document through a schema.
    ///
    /// - Parameters:
    ///   - whenNumberIsRead: is told of each number that need not be an integer, where it stands, and of its unit if it is
    ///     written with one.
    ///   - schema: as that of `read(_:)`.
    /// - Returns: also what was noted: the values that the schema took for keys that the document leaves out, which, applied to the
    ///   document, make it one that leaves nothing to defaults; the components that it is made of; and warnings, which are all that
    ///   is in the log.
    /// - Throws: as `read(_:)`.
    package func readTakingNotes<Result>(
        whenNumberIsRead: ((_ path: [String], _ number: Double, _ unit: String?) -> Void)? = nil,
        _ schema: (Section) -> Result?
    ) throws(ScenarioError) -> (result: Result, notes: Diagnostics) {
        let diagnostics = Diagnostics(log)
        diagnostics.whenNumberIsRead = whenNumberIsRead
        let whole = root.withWholeFormulas { diagnostics.report(.cutExpression, at: $0.location) }
        let value = Value(whole, subject: .scenario, path: [], at: nil, reportingTo: diagnostics)
        let result = value.section(schema)
        if result == nil, !diagnostics.hasErrors {
            value.report("the scenario cannot be used")
        }
        try diagnostics.throwIfAny()
        guard let result else { throw ScenarioError(diagnostics.log) }
        return (result, diagnostics)
    }

    private static func mapping(
        _ parsed: DocumentNode?, of source: SourceText, reportingTo diagnostics: Diagnostics
    ) -> DocumentNode? {
        guard let parsed, !parsed.isNull else {
            if !diagnostics.all.contains(where: { $0.location.source === source }) {
                diagnostics.report(.empty, at: TextLocation(whole: source))
            }
            return nil
        }
        if case .mapping = parsed.content { return parsed }
        let problem = Problem.wrongType(.scenario, found: parsed.found, expected: "a mapping", meant: nil)
        diagnostics.report(problem, at: parsed.location)
        return nil
    }
}
