extension Problem {
    /// The problem in one line.
    package var message: String {
        switch self {
        case .noSuchFile: "no such file"
        case .isFolder: "this is a folder, not a file"
        case .isNoFile(let kind): "this is \(kind), not a file"
        case .unreadable(let reason): "the file cannot be read: \(reason)"
        case .notUTF8: "the text is not valid UTF-8"
        case .empty: "the file is empty"
        case .syntax(let problem): problem.message
        case .severalDocuments: "a second document begins here"
        case .unsupportedTag(let tag): "the tag \(tag.quoted) is not supported"
        case .keyNotText(let found): "\(found.words) cannot be a key"
        case .tooDeep: "the nesting is too deep"
        case .tooManyAliases: "the aliases repeat too much text"
        case .duplicateKey(let key, _): "duplicate key \(key.quoted)"
        case .wrongType(let subject, let found, let expected, _):
            "\(subject.words) must be \(expected), not \(found.words)"
        case .noValue(let subject, _): "\(subject.words) has no value"
        case .outOfRange(let subject, let range): "\(subject.words) must be \(range.words)"
        case .notFinite(let subject): "\(subject.words) must be finite"
        case .emptyText(let subject): "\(subject.words) must not be empty"
        case .unknownName(let subject, let name, _): "\(subject.words) cannot be \(name.quoted)"
        case .wrongCount(let subject, let found, let expected):
            "\(subject.words) must have \(expected.words), not \(found)"
        case .custom(let message, _, _, _): message
        case .missingKey(let key, let subject, _): "missing key \(key.quoted)\(subject.place)"
        case .unknownKey(let key, let subject, _), .unknownVariant(let key, let subject, _):
            "unknown key \(key.quoted)\(subject.place)"
        case .keyWithoutBlank(let key, _): "a blank is missing after the colon in \(key.quoted)"
        case .noVariant(let subject, _): "\(subject.words) must have exactly one key, but has none"
        case .severalVariants(let keys, let subject, _):
            "\(subject.words) must have exactly one key, but has \(keys.map(\.quoted).enumerated(with: "and"))"
        case .overrideWithoutEquals: "missing '='"
        case .overrideWithEmptyPart: "a part of the path is empty"
        case .overrideIndexOutOfRange(let index, _): "index \(index) is out of range"
        case .overrideNeedsIndex(let part, let list, _): "\(part.quoted) is not an index, but \(list.words) is a list"
        case .overrideThroughScalar(let subject, let found): "\(subject.words) is \(found.words), which has no keys"
        }
    }

    /// The notes on the problem: what was expected, what may have been meant and what is allowed, a line each.
    package var notes: [String] {
        switch self {
        case .notUTF8: ["expected: a file saved as UTF-8"]
        case .empty: ["expected: keys with values, such as 'seed: 42'"]
        case .severalDocuments: ["expected: one document"]
        case .unsupportedTag: ["expected: a value without a tag"]
        case .keyNotText: ["expected: a name"]
        case .syntax(let problem): problem.notes
        case .duplicateKey(_, let line): ["first used on line \(line)"]
        case .noValue(_, let expected): ["expected: \(expected)"]
        case .wrongType(_, _, _, let meant): Self.suggestion(meant, for: nil)
        case .unknownName(_, let name, let allowed), .unknownVariant(let name, _, let allowed):
            Self.suggestion(name.nearest(in: allowed), for: name) + Self.list("allowed", allowed)
        case .custom(_, let expected, let given, let allowed):
            (expected.map { ["expected: \($0)"] } ?? [])
                + Self.suggestion(given?.nearest(in: allowed), for: given) + Self.list("allowed", allowed)
        case .missingKey(let key, _, let purpose): ["expected: \(key.quoted), \(purpose)"]
        case .unknownKey(let key, _, let known):
            key.nearest(in: known).map { Self.suggestion($0, for: key) } ?? Self.list("known keys", known)
        case .keyWithoutBlank(_, let meant): ["expected: \(meant.quoted)"]
        case .noVariant(_, let known), .severalVariants(_, _, let known): Self.list("allowed", known)
        case .overrideWithoutEquals, .overrideWithEmptyPart: ["expected: key.path=value"]
        case .overrideIndexOutOfRange(_, let count), .overrideNeedsIndex(_, _, let count):
            [count == 0 ? "the list is empty" : "allowed: 0 to \(count - 1)"]
        case .noSuchFile, .isFolder, .isNoFile, .unreadable, .tooDeep, .tooManyAliases, .outOfRange, .notFinite,
            .emptyText, .wrongCount, .overrideThroughScalar:
            []
        }
    }

    /// The question whether a name was meant in place of what is given, with the conversion where the two are not the same.
    private static func suggestion(_ name: String?, for given: String?) -> [String] {
        guard let name else { return [] }
        let conversion = given.flatMap { $0.conversion(to: name) }.map { ", which is \($0)" } ?? ""
        return ["did you mean \(name.quoted)\(conversion)?"]
    }

    private static func list(_ title: String, _ names: [String]) -> [String] {
        names.isEmpty ? [] : ["\(title): \(names.map(\.asYAML).joined(separator: ", "))"]
    }
}

extension Subject {
    /// The subject at the beginning of a sentence.
    package var words: String {
        switch self {
        case .scenario: "the scenario"
        case .value(let name): name.quoted
        }
    }

    /// Where a key stands; nothing at the top of the scenario.
    package var place: String {
        switch self {
        case .scenario: ""
        case .value(let name): " in \(name.quoted)"
        }
    }
}

extension FoundValue {
    /// The value as an object of a sentence.
    package var words: String {
        switch self {
        case .nothing: "nothing"
        case .boolean(let text): text
        case .number(let text): "the number \(text.shortened)"
        case .text(let text): "the text \(text.quoted)"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}

extension String {
    /// The text in quotes, cut if it is long, on one line.
    package var quoted: String { "'\(shortened)'" }

    /// The text on one line, cut if it is long.
    package var shortened: String {
        let limit = 40
        let scalars = unicodeScalars
        var text = scalars.prefix(limit).reduce(into: "") { $0 += $1.printable }
        if scalars.count > limit { text += "..." }
        return text
    }
}

extension [String] {
    /// The words as an enumeration: `a, b and c`. Of many the first are named, and the others counted.
    package func enumerated(with conjunction: String) -> String {
        let limit = 20
        guard count <= limit else {
            return (prefix(limit - 1) + ["\(count - limit + 1) others"]).enumerated(with: conjunction)
        }
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
