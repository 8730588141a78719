import CKernels

/// A run of instructions that has been compiled.
struct CompiledRun: Sendable {
    /// Does what the instructions do to slots, for some vectors of elements, and returns whether all sums with results are finite.
    typealias Function = @Sendable @convention(c) (UnsafeMutablePointer<ek_slot>?, Int64, Double) -> Bool

    let instructions: Range<Int>
    let function: Function
}

/// The runs of a program that have been compiled, in their order.
///
/// A program is the same with them and without.
struct CompiledRuns: Equatable, Sendable {
    var all: [CompiledRun] = []

    static func == (a: CompiledRuns, b: CompiledRuns) -> Bool { true }
}
