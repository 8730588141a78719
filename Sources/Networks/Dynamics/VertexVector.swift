import SimulationEngine

/// The numbers that make up the state of one vertex: `Double`, `SIMD2<Double>`, `SIMD3<Double>`, `SIMD4<Double>`, or a type of
/// your own.
///
/// Implement the number of columns, reading and writing, a zero and three operations.
public protocol VertexVector: Equatable, Sendable {
    /// How many numbers there are.
    static var columnCount: Int { get }

    /// All numbers are 0.
    static var zero: Self { get }

    /// Reads numbers that lie some places apart, the first of them at 0.
    init(from numbers: Span<Double>, stride: Int)

    /// Writes numbers that are to lie some places apart, the first of them at 0.
    func write(to numbers: inout MutableSpan<Double>, stride: Int)

    /// Adds number by number.
    static func += (sum: inout Self, other: Self)

    /// Multiplies each number.
    static func * (factor: Double, state: Self) -> Self

    /// Copies the states of vertices that follow one another from columns, so that all numbers of a vertex lie next to each
    /// other. Leave it to the default: it stands here so that the compiler makes a version for this type.
    static func pack(
        _ vertices: Range<Int>, of columns: Span<Double>, rowCount: Int, into states: inout MutableSpan<Self>)
}

extension VertexVector {
    /// Copies state by state.
    @inlinable
    public static func pack(
        _ vertices: Range<Int>, of columns: Span<Double>, rowCount: Int, into states: inout MutableSpan<Self>
    ) {
        withPointers(columns, &states) { columns, states in
            for (position, vertex) in vertices.enumerated() {
                states[position] = Self(from: columns + vertex, stride: rowCount)
            }
        }
    }

    /// Reads numbers in memory.
    @inlinable
    package init(from numbers: UnsafePointer<Double>, stride: Int) {
        let count = (Self.columnCount - 1) * stride + 1
        self.init(from: UnsafeBufferPointer(start: numbers, count: count).span, stride: stride)
    }

    /// Writes numbers to memory.
    @inlinable
    package func write(to numbers: UnsafeMutablePointer<Double>, stride: Int) {
        let count = (Self.columnCount - 1) * stride + 1
        var target = UnsafeMutableBufferPointer(start: numbers, count: count).mutableSpan
        write(to: &target, stride: stride)
    }
}

extension Double: VertexVector {
    /// One number.
    public static var columnCount: Int { 1 }

    /// Reads the number.
    @inlinable
    public init(from numbers: Span<Double>, stride: Int) { self = numbers[0] }

    /// Writes the number.
    @inlinable
    public func write(to numbers: inout MutableSpan<Double>, stride: Int) { numbers[0] = self }
}

extension SIMD2<Double>: VertexVector {
    /// Two numbers.
    public static var columnCount: Int { 2 }

    /// Reads the numbers.
    @inlinable
    public init(from numbers: Span<Double>, stride: Int) { self.init(numbers[0], numbers[stride]) }

    /// Writes the numbers.
    @inlinable
    public func write(to numbers: inout MutableSpan<Double>, stride: Int) {
        for column in 0..<2 { numbers[column * stride] = self[column] }
    }
}

extension SIMD3<Double>: VertexVector {
    /// Three numbers.
    public static var columnCount: Int { 3 }

    /// Reads the numbers.
    @inlinable
    public init(from numbers: Span<Double>, stride: Int) {
        self.init(numbers[0], numbers[stride], numbers[2 * stride])
    }

    /// Writes the numbers.
    @inlinable
    public func write(to numbers: inout MutableSpan<Double>, stride: Int) {
        for column in 0..<3 { numbers[column * stride] = self[column] }
    }
}

extension SIMD4<Double>: VertexVector {
    /// Four numbers.
    public static var columnCount: Int { 4 }

    /// Reads the numbers.
    @inlinable
    public init(from numbers: Span<Double>, stride: Int) {
        self.init(numbers[0], numbers[stride], numbers[2 * stride], numbers[3 * stride])
    }

    /// Writes the numbers.
    @inlinable
    public func write(to numbers: inout MutableSpan<Double>, stride: Int) {
        for column in 0..<4 { numbers[column * stride] = self[column] }
    }
}
