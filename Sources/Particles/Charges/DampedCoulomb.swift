import CKernels

/// k [v(r) − shift − r · slope] with v(r) = erfc(α r) / r, for two charges of 1: the pairs of Ewald's sum, and those of the
/// damped and shifted force. The function is tabulated, so that results are the same bits on every processor.
struct DampedCoulomb: Sendable {
    let constant: Double
    let damping: Double
    let cutoff: Double
    let shift: Double
    let slope: Double

    private let table = ErrorFunctionTable.shared

    /// The interaction, cut off where it is, or shifted so that neither energy nor force jumps there.
    init(constant: Double, damping: Double, cutoff: Double, isShifted: Bool) {
        self.constant = constant
        self.damping = damping
        self.cutoff = cutoff
        guard isShifted else {
            (shift, slope) = (0, 0)
            return
        }
        let edge = Self.damped(damping, at: cutoff, table)
        slope = -edge.negativeSlope
        shift = edge.energy - cutoff * slope
    }

    /// The definition of what the compiled kernels compute.
    @inline(__always)
    func interaction(squaredDistance: Double) -> PairInteraction {
        let distance = squaredDistance.squareRoot()
        let pair = Self.damped(damping, at: distance, table)
        return PairInteraction(
            energy: constant * (pair.energy - shift - distance * slope),
            forceOverDistance: constant * ((pair.negativeSlope + slope) * (1 / distance)))
    }

    /// v(r) and −v′(r).
    @inline(__always)
    private static func damped(
        _ damping: Double, at distance: Double, _ table: ErrorFunctionTable
    ) -> (energy: Double, negativeSlope: Double) {
        let inverse = 1 / distance
        let (complement, derivative) = table.values(at: damping * distance)
        let energy = complement * inverse
        return (energy, (energy - damping * derivative) * inverse)
    }

    /// The kernel in C for it.
    var kernel: PairLaw.Kernel {
        let squaredCutoff = min(cutoff * cutoff, greatestSquaredCutoff)
        return { set, rows, forces, sums in
            var interaction = pk_damped_coulomb(
                erfc: table.columns, squared_cutoff: squaredCutoff, constant: constant, damping: damping, shift: shift,
                slope: slope)
            pk_damped_charges(set, rows, &interaction, forces, sums)
        }
    }
}
