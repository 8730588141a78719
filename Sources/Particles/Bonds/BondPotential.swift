/// An interaction along bonds, which depends on the length of a bond and on its number.
///
/// To make one of your own, implement ``interaction(squaredLength:bond:)``:
///
///     struct QuarticBond: BondPotential {
///         func interaction(squaredLength: Double, bond: Int) -> PairInteraction {
///             PairInteraction(energy: squaredLength * squaredLength / 4, forceOverDistance: -squaredLength)
///         }
///     }
///     let force = try BondForce(QuarticBond(), on: [Bond(0, 1), Bond(1, 2)])
///
/// Images, threads, energy and pressure come for free.
public protocol BondPotential: Sendable {
    /// The length that a bond must not reach. Infinite unless implemented.
    var greatestLength: Double { get }

    /// The greatest length of a bond at rest, which must not be more than half of a periodic box. 0 unless implemented.
    var restLength: Double { get }

    /// The interaction of the particles at the ends of a bond.
    func interaction(squaredLength: Double, bond: Int) -> PairInteraction

    /// Is told the lengths of all bonds at the beginning. Does nothing unless implemented.
    mutating func prepare(forInitialLengths lengths: [Double]) throws(BondError)

    /// Adds the accelerations of some particles by their bonds. Leave it to the default: it stands here so that the
    /// compiler makes a version of the loop for this interaction.
    func addAccelerations(by rows: BondRows)
}

extension BondPotential {
    /// Any length.
    public var greatestLength: Double { .infinity }

    /// None.
    public var restLength: Double { 0 }

    /// Nothing to prepare.
    public mutating func prepare(forInitialLengths lengths: [Double]) throws(BondError) {}

    /// Sums up, for each particle, the forces of its bonds in the order of these.
    @inlinable
    public func addAccelerations(by rows: BondRows) {
        let greatest = greatestLength * greatestLength
        let (particles, accelerations) = (rows.columns, rows.accelerations)
        for i in rows.particles {
            let position = particles.position(i)
            var sum = SIMD3<Double>.zero
            for entry in Int(rows.starts[i])..<Int(rows.starts[i + 1]) {
                let vector = rows.image.nearest(position - particles.position(Int(rows.partners[entry])))
                let squaredLength = (vector * vector).sum()
                let bond = Int(rows.bonds[entry])
                guard squaredLength < greatest else {
                    if squaredLength.isFinite { rows.note(torn: bond) }
                    sum = SIMD3(repeating: .nan)
                    continue
                }
                sum += vector * interaction(squaredLength: squaredLength, bond: bond).forceOverDistance
            }
            let inverseMass = 1 / particles.mass[i]
            accelerations.x[i] += sum.x * inverseMass
            accelerations.y[i] += sum.y * inverseMass
            accelerations.z[i] += sum.z * inverseMass
        }
    }
}

/// Some particles and the bonds of each, which stand with each of their two particles.
public struct BondRows {
    @usableFromInline let particles: Range<Int>
    @usableFromInline let columns: ParticleColumns
    @usableFromInline let image: NearestImage

    /// Where the entries of each particle begin, and where those of the last one end.
    @usableFromInline let starts: UnsafePointer<Int32>

    /// The particle at the other end of the bond of each entry.
    @usableFromInline let partners: UnsafePointer<Int32>

    /// The number of the bond of each entry.
    @usableFromInline let bonds: UnsafePointer<Int32>
    @usableFromInline let accelerations: CoordinateColumns

    /// Receives the number of a bond of these particles that is too long.
    let torn: UnsafeMutablePointer<Int>

    @usableFromInline
    func note(torn bond: Int) {
        if torn.pointee < 0 { torn.pointee = bond }
    }
}

/// The nearest images of differences of positions.
@usableFromInline
struct NearestImage {
    @usableFromInline let periods: SIMD3<Double>
    @usableFromInline let halves: SIMD3<Double>

    init(_ box: Box) {
        periods = box.periods
        // Along an axis that is not periodic no distance is longer than this.
        halves = SIMD3(
            periods.x > 0 ? periods.x / 2 : .infinity, periods.y > 0 ? periods.y / 2 : .infinity,
            periods.z > 0 ? periods.z / 2 : .infinity)
    }

    /// The nearest image; that of the opposite vector is the opposite one.
    @inlinable
    @inline(__always)
    func nearest(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        if abs(vector.x) <= halves.x, abs(vector.y) <= halves.y, abs(vector.z) <= halves.z { return vector }
        return far(vector)
    }

    @usableFromInline
    func far(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        var nearest = vector
        for axis in 0..<3 where periods[axis] > 0 {
            nearest[axis] -= (vector[axis] / periods[axis]).rounded() * periods[axis]
        }
        return nearest
    }
}
