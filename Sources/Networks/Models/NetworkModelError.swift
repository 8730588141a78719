/// What can be wrong with the parameters of a model on a network.
public enum NetworkModelError: Error, Equatable, Sendable {
    /// There must be one for each vertex.
    case wrongCount(of: String, count: Int, vertexCount: Int)

    /// A parameter must be finite.
    case notFinite(String, value: Double)
}

extension NetworkModelError: CustomStringConvertible {
    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .wrongCount(let what, let count, let vertexCount):
            "there are \(count) \(what), but \(vertexCount) vertices: there must be one for each vertex"
        case .notFinite(let what, let value):
            "\(what): \(value) is not a finite number"
        }
    }
}

extension NetworkModelError {
    static func check(_ values: [Double], of what: String, vertexCount: Int) throws(NetworkModelError) {
        guard values.count == vertexCount else {
            throw .wrongCount(of: what, count: values.count, vertexCount: vertexCount)
        }
        if let value = values.first(where: { !$0.isFinite }) { throw .notFinite(what, value: value) }
    }
}
