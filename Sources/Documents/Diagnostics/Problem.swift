/// A problem in a scenario, with what is needed to explain it. The words are written in `Problem+Words.swift`.
package enum Problem: Sendable, Equatable {
    // Files
    case noSuchFile
    case isFolder
    case isNoFile(kind: String)
    case unreadable(reason: String)
    case notUTF8

    // YAML
    case empty
    case syntax(SyntaxProblem)
    case severalDocuments
    case unsupportedTag(String)
    case keyNotText(FoundValue)
    case tooDeep
    case tooManyAliases
    case duplicateKey(String, firstLine: Int)

    // Values
    case wrongType(Subject, found: FoundValue, expected: String, meant: String?)
    case noValue(Subject, expected: String)
    case outOfRange(Subject, NumberRange)
    case notFinite(Subject)
    case emptyText(Subject)
    case unknownName(Subject, name: String, allowed: [String])
    case wrongCount(Subject, found: Int, expected: CountRange)
    case custom(String, expected: String?, given: String?, allowed: [String])

    // Keys
    case missingKey(String, in: Subject, purpose: String)
    case unknownKey(String, in: Subject, known: [String])
    case unknownVariant(String, in: Subject, known: [String])
    case keyWithoutBlank(String, meant: String)
    case noVariant(in: Subject, known: [String])
    case severalVariants([String], in: Subject, known: [String])

    // Overrides
    case overrideWithoutEquals
    case overrideWithEmptyPart
    case overrideIndexOutOfRange(Int, count: Int)
    case overrideNeedsIndex(String, list: Subject, count: Int)
    case overrideThroughScalar(Subject, FoundValue)
}

/// The subject of a problem.
package enum Subject: Sendable, Equatable {
    /// The scenario as a whole.
    case scenario
    /// The value of a key, or an item of a list such as `nodes[2]`.
    case value(String)

    /// The subject of an item of a list.
    package func item(_ index: Int) -> Subject {
        switch self {
        case .scenario: .value("[\(index)]")
        case .value(let name): .value("\(name)[\(index)]")
        }
    }
}

/// The value that stands where something else was expected.
package enum FoundValue: Sendable, Equatable {
    case nothing
    case boolean(String)
    case number(String)
    case text(String)
    case list
    case mapping
}

/// An error in the YAML itself, in libyaml's terms.
package struct SyntaxProblem: Sendable, Equatable {
    /// The problem that libyaml found, such as `did not find expected key`.
    package var text: String
    /// The context in which libyaml found it, such as `while parsing a block mapping`.
    package var context: String?
    /// Where that had begun.
    package var contextLine: Int?
    /// The scalar at the place of the error.
    package var scalar: Unicode.Scalar?
    /// The text that is meant by a line near the place, if it has a key without a blank after its colon.
    package var meant: String?
}
