/// Why a benchmark could not be completed.
public enum BenchmarkError: Error, Equatable, Sendable {
    /// A library lost messages, delivered some twice, or delivered wrong values: its times mean nothing.
    case wrongReception(library: String, workload: Workload, count: Int, received: Reception, expected: Reception)

    /// A run ended without a result.
    case runFailed(library: String, workload: Workload, count: Int, reason: String)

    /// A run was stopped because it took longer than it may.
    case tookTooLong(library: String, workload: Workload, count: Int, seconds: Int)

    /// Some rows of the table could not be measured; all others are there.
    case incomplete([BenchmarkError])

    /// The file for the table cannot be created.
    case cannotCreate(path: String, reason: String)

    /// The table cannot be written.
    case cannotWrite(path: String, reason: String)

    /// True if the benchmark itself is fine but its table cannot be stored.
    public var isAboutWriting: Bool {
        switch self {
        case .wrongReception, .runFailed, .tookTooLong, .incomplete: false
        case .cannotCreate, .cannotWrite: true
        }
    }
}

extension BenchmarkError: CustomStringConvertible {
    /// The error message for people.
    public var description: String {
        switch self {
        case .wrongReception(let library, let workload, let count, let received, let expected):
            "\(library) delivered wrongly in '\(workload.rawValue)' at \(count): \(text(received)) arrived instead of "
                + text(expected)
        case .runFailed(let library, let workload, let count, let reason):
            "\(library) failed in '\(workload.rawValue)' at \(count): \(reason)"
        case .tookTooLong(let library, let workload, let count, let seconds):
            "\(library) took longer than \(seconds) s in '\(workload.rawValue)' at \(count)"
        case .incomplete(let failures):
            (["this could not be measured:"] + failures.map(\.description)).joined(separator: "\n  ")
        case .cannotCreate(let path, let reason): "cannot create '\(path)': \(reason)"
        case .cannotWrite(let path, let reason): "cannot write '\(path)': \(reason)"
        }
    }

    private func text(_ reception: Reception) -> String {
        "\(reception.messages) messages with a sum of \(reception.sum)"
    }
}
