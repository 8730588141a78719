/// A value of a document on its way into the schema: a node, what it is called, and where problems are reported.
///
/// The readers (`number`, `choice`, `list`, `section`, …) report what does not fit and return nil. A schema therefore
/// reads everything there is to read before it gives up on nil, so that a user sees all problems at once.
package struct Value {
    /// The form that a value was written in, for values that may be written in several.
    package enum Form {
        case nothing
        case scalar
        case list
        case mapping
    }

    package let node: DocumentNode
    /// The subject of messages about the value.
    package let subject: Subject
    /// The keys and indices that lead here from the top.
    package let path: [String]
    package let diagnostics: Diagnostics
    private let key: Key?

    /// A key, and where it stands.
    package typealias Key = (text: String, position: DocumentNode.Position)

    /// Wraps a node; `key` is that of the value, for a value that has one.
    package init(
        _ node: DocumentNode, subject: Subject, path: [String], at key: Key?,
        reportingTo diagnostics: Diagnostics
    ) {
        self.node = node
        self.subject = subject
        self.path = path
        self.key = key
        self.diagnostics = diagnostics
    }

    /// The form that the value was written in.
    package var form: Form {
        switch node.content {
        case .scalar: node.isNull ? .nothing : .scalar
        case .list: .list
        case .mapping: .mapping
        }
    }

    /// Where problems of the value are shown: at the value, or at its key if nothing was written behind that.
    package var location: TextLocation {
        guard case .scalar(let scalar) = node.content, scalar.text.isEmpty, scalar.isPlain else { return node.location }
        return keyLocation
    }

    /// Where problems of the value as a whole are shown: at its key if it has one in the same source.
    package var keyLocation: TextLocation {
        guard let key, key.position.source === node.position.source else { return node.location }
        return key.position.location(of: key.text)
    }

    /// Reports a problem that a later check found in this value.
    ///
    /// - Parameters:
    ///   - message: what is wrong, beginning with `name` where that makes sense.
    ///   - expected: what should stand here.
    ///   - given: a name that was looked for in vain among the allowed ones; the nearest of them is suggested.
    ///   - allowed: the names that could stand here.
    package func report(
        _ message: @autoclosure () -> String, expected: @autoclosure () -> String? = nil, given: String? = nil,
        allowed: [String] = []
    ) {
        report(.custom(message(), expected: expected(), given: given, allowed: allowed))
    }

    /// Reports a problem with the key of this value, such as a name that it gives.
    package func reportKey(_ message: String) {
        diagnostics.report(.custom(message, expected: nil, given: nil, allowed: []), at: keyLocation)
    }

    /// Warns of something in this value that may not be meant, but with which the scenario can be used.
    ///
    /// - Parameters:
    ///   - message: what may not be meant, beginning with `name` where that makes sense.
    ///   - expected: what would be better.
    package func warn(_ message: @autoclosure () -> String, expected: @autoclosure () -> String? = nil) {
        diagnostics.warn(.custom(message(), expected: expected(), given: nil, allowed: []), at: location)
    }

    /// Reports that the value is of the wrong type.
    ///
    /// - Parameter expected: what follows "must be", such as `a number or a mapping`.
    package func refuse(expected: String) {
        refuse(expected: expected, meant: nil)
    }

    /// The name of the value in messages, such as `'step'`.
    package var name: String { subject.words }

    package func report(_ problem: @autoclosure () -> Problem) {
        diagnostics.report(problem(), at: location)
    }

    package func refuse(expected: String, meant: String?) {
        guard !node.isNull else { return report(.noValue(subject, expected: expected)) }
        report(.wrongType(subject, found: node.found, expected: expected, meant: meant))
    }
}
