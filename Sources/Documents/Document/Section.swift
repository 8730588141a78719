import Descriptions

/// A mapping of a document that the schema reads key by key.
///
/// A section remembers which keys were asked for; `Value.section(of:_:)` reports all others when its closure returns.
package final class Section {
    /// The mapping as a value, for reports about it as a whole.
    package let value: Value
    private let entries: [DocumentNode.Entry]
    /// The keys that were asked for, as often as they were.
    private var requests: [String] = []
    /// The descriptions of the keys that there are, as they came.
    private var descriptions: [[ParameterDescription]]
    private var noted: Set<String> = []
    private var missing: [(key: String, purpose: String)] = []

    package init(_ value: Value, of parameters: [ParameterDescription]? = nil) {
        self.value = value
        descriptions = parameters.map { [$0] } ?? []
        entries = value.entries
    }

    /// The keys that were asked for, each once.
    package var asked: [String] {
        var known: Set<String> = []
        return requests.filter { known.insert($0).inserted }
    }

    /// The keys in the order of the file.
    package var keys: [String] { entries.map(\.key) }

    /// Adds to the keys that there are.
    package func describe(by parameters: [ParameterDescription]) { descriptions.append(parameters) }

    /// True if it is said which keys there are.
    package var isDescribed: Bool { !descriptions.isEmpty }

    /// The keys that there are; `nil` where they are not described.
    package var described: [ParameterDescription]? { isDescribed ? descriptions.flatMap { $0 } : nil }

    /// The value of a key that may be left out; nil if it was.
    package func optional(_ key: String) -> Value? {
        ask(for: key)
        return entries.firstIndex { $0.key == key }.map { value(of: entries[$0]) }
    }

    private func ask(for key: String) { requests.append(key) }

    /// The entries whose keys were never asked for.
    private var unknown: [DocumentNode.Entry] {
        // Few keys are found sooner than a set is made.
        let wasAsked = entries.count > 20 ? Set(requests).contains : requests.contains
        return entries.filter { !wasAsked($0.key) }
    }

    /// Takes note of the value that is taken for a key, in YAML, if the key was left out.
    package func noteDefault(_ key: String, _ yaml: String) {
        guard !entries.contains(where: { $0.key == key }), noted.insert(key).inserted else { return }
        value.diagnostics.noteDefault(Override("\((value.path + [key]).joined(separator: "."))=\(yaml)"))
    }

    /// The value of a key that must be given; nil if it is missing, which is reported.
    ///
    /// The purpose says what the key is for, such as `the length of a step`.
    package func required(_ key: String, for purpose: String) -> Value? {
        if let value = optional(key) { return value }
        if !missing.contains(where: { $0.key == key }) { missing.append((key, purpose)) }
        return nil
    }

    /// The keys among some that are given, and their values.
    package func given(of keys: [String]) -> [(key: String, value: Value)] {
        keys.compactMap { key in optional(key).map { (key, $0) } }
    }

    /// The one key among some that must be given, and its value. Others are left to be read.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - subject: The mapping's name in messages, such as `an observation`.
    ///   - purpose: The key's purpose, such as `what to observe`.
    /// - Returns: The key and its value; `nil` if there is none or more than one, which is reported.
    package func exactlyOne(of keys: [String], in subject: String, to purpose: String) -> (key: String, value: Value)? {
        let given = given(of: keys)
        if given.count == 1 { return given[0] }
        let names = keys.joined(separator: ", ")
        // A misspelt key is told as such.
        let others = entries.lazy.map(\.key).filter { !keys.contains($0) }.prefix(DiagnosticLog.limit)
        if given.isEmpty, others.contains(where: { $0.nearest(in: keys) != nil }) { return nil }
        value.report(
            given.isEmpty
                ? "\(subject) must say \(purpose)"
                : "\(subject) must have only one of \(given.map(\.key).enumerated(with: "and"))",
            expected: keys.count == 1 ? "'\(names)'" : "one of \(names)")
        return nil
    }

    /// The one key of a mapping that says which variant is meant, and its value.
    package func exactlyOneKey(of names: [String]) -> (name: String, value: Value)? {
        requests += names
        for entry in entries { ask(for: entry.key) }
        let unknown = entries.filter { !names.contains($0.key) }
        for entry in unknown {
            value.diagnostics.report(
                entry.withoutBlank(keys: names)?.problem
                    ?? .unknownVariant(entry.key, in: value.subject, known: names), at: entry.keyLocation)
        }
        guard unknown.isEmpty else { return nil }
        guard let entry = entries.first else {
            value.diagnostics.report(.noVariant(in: value.subject, known: names), at: value.keyLocation)
            return nil
        }
        guard entries.count == 1 else {
            let problem = Problem.severalVariants(keys, in: value.subject, known: names)
            value.diagnostics.report(problem, at: entries[1].keyLocation)
            return nil
        }
        return (entry.key, value(of: entry))
    }

    /// Reports the keys that were never asked for, and the keys that are missing.
    ///
    /// A missing key of which an unknown one is a misspelling is not reported twice.
    ///
    /// - Parameter isRead: True if all was as it should be. A reader that gives up need not have asked for all keys that are
    ///   described.
    package func finish(isRead: Bool = true) {
        if !isRead || value.diagnostics.hasErrors || !missing.isEmpty {
            for key in described ?? [] where !key.necessity.isOpen { ask(for: key.name) }
        }
        var misspelt: Set<String> = []
        lazy var asked = self.asked
        lazy var given = Set(keys)
        lazy var free = asked.filter { !given.contains($0) }
        for entry in unknown {
            // The end that a comma has cut off an expression is told where that begins.
            if entry.endsExpression, value.diagnostics.hasErrors { continue }
            guard !value.diagnostics.isFull else {
                // Which name is meant is not looked for where that is not shown.
                value.diagnostics.report(.unknownKey(entry.key, in: value.subject, known: []), at: entry.keyLocation)
                continue
            }
            if let (key, problem) = entry.withoutBlank(keys: asked) {
                misspelt.insert(key)
                value.diagnostics.report(problem, at: entry.keyLocation)
                continue
            }
            let known = entry.key.nearest(in: free) == nil ? asked : free
            if let name = entry.key.nearest(in: known) { misspelt.insert(name) }
            let problem = Problem.unknownKey(entry.key, in: value.subject, known: known)
            value.diagnostics.report(problem, at: entry.keyLocation)
        }
        for (key, purpose) in missing where !misspelt.contains(key) {
            let problem = Problem.missingKey(key, in: value.subject, purpose: purpose)
            value.diagnostics.report(problem, at: value.keyLocation)
        }
    }

    private func value(of entry: DocumentNode.Entry) -> Value {
        Value(
            entry.value, subject: .value(entry.key), path: value.path + [entry.key],
            at: (entry.key, entry.keyPosition), reportingTo: value.diagnostics)
    }
}

extension DocumentNode.Entry {
    /// True if this is a key without a value that is the end of something in parentheses.
    fileprivate var endsExpression: Bool {
        value.isNull && key.count { $0 == ")" } > key.count { $0 == "(" }
    }

    /// The problem of a key such as `step:0.1`, which YAML takes for a key without a value, and the key that is meant; `nil` if
    /// that is none of some keys.
    fileprivate func withoutBlank(keys: [String]) -> (key: String, problem: Problem)? {
        guard value.isNull, let meant = key.withBlankAfterColon, let name = key.split(separator: ":").first,
            keys.contains(String(name))
        else { return nil }
        return (String(name), .keyWithoutBlank(key, meant: meant))
    }
}

extension String {
    /// A text such as `step:0.1` with a blank after its first colon, without which YAML sees no key; `nil` if the text
    /// does not look like that.
    package var withBlankAfterColon: String? {
        guard let colon = firstIndex(of: ":") else { return nil }
        let rest = self[index(after: colon)...]
        guard let next = rest.first, next != " ", next != "/" else { return nil }
        guard !self[..<colon].isEmpty, self[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }) else { return nil }
        return "\(self[...colon]) \(rest)"
    }
}
