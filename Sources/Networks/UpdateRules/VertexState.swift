/// The state of a vertex of a model with an update rule: a small value that is known by a number in tables and scenarios.
public protocol VertexState: BitwiseCopyable, Equatable, Sendable {
    /// The number by which the state is known.
    var number: Double { get }

    /// The state that is known by a number; `nil` if there is none.
    init?(number: Double)
}

extension VertexState where Self: FixedWidthInteger {
    /// The integer.
    public var number: Double { Double(self) }

    /// The integer that the number is.
    public init?(number: Double) { self.init(exactly: number) }
}

extension UInt8: VertexState {}
extension Int32: VertexState {}

extension Bool: VertexState {
    /// 1 for `true`, 0 for `false`.
    public var number: Double { self ? 1 : 0 }

    /// `true` for 1, `false` for 0.
    public init?(number: Double) {
        guard number == 0 || number == 1 else { return nil }
        self = number == 1
    }
}

extension Double: VertexState {
    /// The number itself.
    public var number: Double { self }

    /// The number itself, if it is finite.
    public init?(number: Double) {
        guard number.isFinite else { return nil }
        self = number
    }
}

/// The states of the vertices of a model, in memory that stays where it is for as long as they live.
public final class VertexStates<State: VertexState> {
    /// The memory.
    @usableFromInline
    package let elements: UnsafeMutableBufferPointer<State>

    /// Creates states.
    public init(_ states: [State]) {
        elements = .allocate(capacity: states.count)
        _ = elements.initialize(from: states)
    }

    deinit {
        elements.deallocate()
    }

    /// The number of vertices.
    public var count: Int { elements.count }

    /// The state of a vertex.
    public subscript(vertex: Int) -> State {
        get {
            precondition(elements.indices.contains(vertex), "vertex out of range")
            return elements[vertex]
        }
        set {
            precondition(elements.indices.contains(vertex), "vertex out of range")
            elements[vertex] = newValue
        }
    }
}
