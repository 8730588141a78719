/// One evaluation of d*y*/d*t*, whose numbers a model completes run by run; see ``DifferentialEquations/complete(_:)``.
public struct RateEvaluation {
    /// The time *t*.
    public let time: Double

    package let state: UnsafePointer<Double>
    package let rates: UnsafeMutablePointer<Double>
    package let completing: (Range<Int>) -> Void

    /// How far the state is to move by the rates alone; `nil` if they are wanted themselves.
    package let move: Move?
    private let count: Int

    /// A step *h* by the rates.
    ///
    /// A model may put *y* + *h f* + 0 in the place of some rates while it has them at hand, instead of completing these.
    @usableFromInline
    package struct Move {
        /// The length *h*.
        package let length: Double

        /// Is told where numbers have been moved that are not known to be finite.
        package let doubting: () -> Void

        @usableFromInline
        init(length: Double, doubting: @escaping () -> Void) { (self.length, self.doubting) = (length, doubting) }
    }

    @usableFromInline
    init(
        time: Double, state: UnsafePointer<Double>, rates: UnsafeMutablePointer<Double>, count: Int,
        completing: @escaping (Range<Int>) -> Void, move: Move? = nil
    ) {
        self.time = time
        self.state = state
        self.rates = rates
        self.count = count
        self.completing = completing
        self.move = move
    }

    /// Calls a closure with *y*, as many numbers as the state has, which stays as it is until all is complete.
    public func withState<Result>(_ body: (Span<Double>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: state, count: count).span)
    }

    /// Has a closure compute numbers that follow one another, and tells that they are done.
    ///
    /// Several threads may complete runs at once. Each number must be completed once.
    ///
    /// - Parameters:
    ///   - run: Which numbers.
    ///   - body: Receives d*y*/d*t* of these, not initialised to zero.
    /// - Precondition: The numbers are among those of the state.
    public func complete(_ run: Range<Int>, _ body: (inout MutableSpan<Double>) -> Void) {
        precondition(run.lowerBound >= 0 && run.upperBound <= count, "numbers out of range")
        var rates = UnsafeMutableBufferPointer(start: rates + run.lowerBound, count: run.count).mutableSpan
        body(&rates)
        completing(run)
    }
}

/// Calls a closure with where the numbers of a span lie, and those of one that is written to; not if one is empty.
@inlinable
package func withPointers<Input, Output>(
    _ input: Span<Input>, _ output: inout MutableSpan<Output>,
    _ body: (UnsafePointer<Input>, UnsafeMutablePointer<Output>) -> Void
) {
    input.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            guard let input = input.baseAddress, let output = output.baseAddress else { return }
            body(input, output)
        }
    }
}
