import ObserverCore

extension Simulation {
    /// Has the run fail because of a change to a number that is not finite.
    func refuse(_ subject: String, _ value: Double, from author: AnyAuthor?, lastValues: [Double] = []) {
        fail(with: changeFailure(subject, value, from: author, lastValues: lastValues))
    }

    func changeFailure(
        _ subject: String, _ value: Double, from author: AnyAuthor?, lastValues: [Double] = []
    ) -> SimulationError {
        .changeNotFinite(
            ChangeFailure(
                subject: subject, value: value, author: author.map { name(ofAuthor: $0) }, moment: moment,
                lastValues: zip(model.fields, lastValues).map { .init($0, $1) }))
    }

    /// The first number of the state that is infinite or not a number, in words and as it is.
    ///
    /// - Complexity: O(n).
    func firstNotFinite() -> (subject: String, value: Double)? {
        guard let model = model as? any DifferentialEquations, !model.isStateFinite else { return nil }
        for node in 0..<model.nodeCount {
            for (index, field) in model.fields.enumerated() {
                let value = model.value(ofField: index, at: node)
                if !value.isFinite { return (model.subject(field, of: node), value) }
            }
        }
        return nil
    }
}

extension SimulationModel {
    /// A field of a node, in words.
    func subject(_ field: String, of node: Int) -> String {
        "'\(field)' of node \(name(of: node).map { "'\($0)'" } ?? String(node))"
    }
}

/// Who changes something, in the words of an error.
func authorInWords(_ author: AnyAuthor?) -> String {
    author.map { name(ofAuthor: $0) } ?? "an observer"
}

/// The name by which an author stands in records and errors.
func name(ofAuthor author: AnyAuthor) -> String {
    (author as? any NamedAuthor)?.authorName ?? String(describing: type(of: author))
}
