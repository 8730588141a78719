import CGSL

/// The state of a `gsl_rng` of the Philox type, in the memory that GSL allocates for it.
///
/// The block stands first, so that word *i* of it lies at byte 8 *i*. A state of zeros, which is what `gsl_rng_alloc`
/// hands out, would serve four zeros as random numbers; it is never seen because GSL seeds the generator at once.
struct PhiloxState: BitwiseCopyable {
    /// The words of the block before `counter`.
    var block: Philox4x64.Block = (0, 0, 0, 0)

    /// How many words of `block` have been handed out; four ask for a new one.
    var used = 4

    /// The counter of the block to come.
    var counter: Philox4x64.Counter

    /// The key of the stream.
    var key: Philox4x64.Key

    /// Hands out the next word of the stream in the state at an address.
    @inline(__always)
    static func next(_ address: UnsafeMutableRawPointer) -> UInt64 {
        let state = address.assumingMemoryBound(to: PhiloxState.self)
        if state.pointee.used == 4 {
            state.pointee.block = Philox4x64.block(counter: state.pointee.counter, key: state.pointee.key)
            state.pointee.counter.0 &+= 1
            state.pointee.used = 0
        }
        let used = state.pointee.used
        state.pointee.used = used + 1
        return address.load(fromByteOffset: used &* 8, as: UInt64.self)
    }

    /// The description by which GSL knows the generator; made once and never freed, as GSL's own are.
    nonisolated(unsafe) static let generatorType: UnsafePointer<gsl_rng_type> = {
        let name: StaticString = "philox4x64-10"
        let type = UnsafeMutablePointer<gsl_rng_type>.allocate(capacity: 1)
        type.initialize(
            to: gsl_rng_type(
                name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
                max: .max,
                min: 0,
                size: MemoryLayout<PhiloxState>.size,
                set: { address, seed in
                    guard let address else { return }
                    let state = PhiloxState(counter: (0, 0, 0, 0), key: (UInt64(seed), 0))
                    address.initializeMemory(as: PhiloxState.self, to: state)
                },
                get: { address in
                    guard let address else { return 0 }
                    return UInt(PhiloxState.next(address))
                },
                get_double: { address in
                    guard let address else { return 0 }
                    return Double(PhiloxState.next(address) >> 11) * 0x1p-53
                }))
        return UnsafePointer(type)
    }()
}
