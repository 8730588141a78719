import CKernels
import Descriptions
import SimulationEngine

/// Coulomb's law between all charges of a periodic box and all of their images, by Ewald's sum:
///
///     U = k Σᵢ<ⱼ qᵢ qⱼ erfc(α rᵢⱼ) / rᵢⱼ                            pairs within a cutoff
///       + k / 2V Σ₍ₖ≠₀₎ 4 π / k² exp(−k² / 4 α²) |Σ qⱼ exp(i k · rⱼ)|²     waves up to a cutoff
///       − k α / √π Σ qᵢ²                                          what the waves count of charges with themselves
///       − k π Q² / (2 V α²)                                       an even background for a total charge Q that is not 0
///
///     let system = try ParticleSystem(ions, in: box, forces: [try EwaldSum(.accuracy(1e-5))])
///
/// The box must be periodic in three dimensions. Whatever is outside of all images conducts ("tin foil"): there is no term for
/// the total dipole, and the energy does not depend on which images of charges are in the box. If the charges do not add up to
/// 0, the rest is balanced by a charge that is spread evenly; the pressure contains that.
///
/// Pairs that are excluded are counted by the waves as others are, and erf(α r) / r is subtracted for them.
///
/// The results are the same bytes for any number of threads and any processor: elementary functions are the engine's own, right
/// to 5 · 10⁻¹⁶. The virial is Σ r · F for pairs and −3 V ∂U/∂V for waves and background; together that is the energy, as for
/// every force that falls off with the square of the distance, but for what is cut off.
///
/// P. P. Ewald, Annalen der Physik 369 (1921) 253, DOI 10.1002/andp.19213690304; M. P. Allen and D. J. Tildesley, *Computer
/// Simulation of Liquids* (2nd ed. 2017), section 6.2.
///
/// - Complexity: O(*n*^(3/2)) for *n* charges, if the splitting is chosen by accuracy.
public final class EwaldSum: ParticleForce {
    private static let standardAccuracy = 1e-5

    static let component = ForceComponent(
        "ewald", "Coulomb's law with all images in a periodic box, by Ewald's sum",
        equation: "U = ½ k Σₙ Σᵢⱼ qᵢ qⱼ / |rᵢ − rⱼ + n L|, without i = j where n = 0",
        synonyms: ["long-range electrostatics"],
        references: [
            Reference(
                "P. P. Ewald", "Die Berechnung optischer und elektrostatischer Gitterpotentiale", "Annalen der Physik",
                "369", page: "253", year: 1921, doi: "10.1002/andp.19213690304")
        ],
        Interactions.coulombConstant,
        EwaldError.accuracy.alternative(to: EwaldError.damping.description.name, default: standardAccuracy),
        EwaldError.damping.optional, EwaldError.cutoff.optional, EwaldError.waveCutoff.optional,
        Interactions.skin.optional
    ) { constant, accuracy, damping, cutoff, waveCutoff, skin in
        let splitting = try Splitting(accuracy, damping, cutoff, waveCutoff)
        return { options in
            try EwaldSum(
                splitting, constant: constant, excluding: options.exclusions, skin: skin, threads: options.threads)
        }
    }.needing(room)

    private static let room = RoomNeeds(dimensions: 3...3, isPeriodic: true)

    /// How the sum is split.
    public enum Splitting: Equatable, Sendable {
        /// As is fastest for a root mean square error of forces in units of *k* ⟨*q*²⟩ / *a*², *a*³ being the volume of a charge;
        /// from 10⁻¹⁴ to 0.1. See ``EwaldParameters/estimatedErrors(spacing:)``. The cutoff of pairs may be given.
        case accuracy(Double, cutoff: Double? = nil)

        /// As given. The errors that are to be expected must be at most 0.1 together.
        case parameters(EwaldParameters)

        /// The splitting that is given, in one of the two ways.
        fileprivate init(
            _ accuracy: Double?, _ damping: Double?, _ cutoff: Double?, _ waveCutoff: Double?
        ) throws(ParameterError) {
            guard let given = damping.map({ _ in "damping" }) ?? waveCutoff.map({ _ in "wave-cutoff" }) else {
                self = .accuracy(accuracy ?? standardAccuracy, cutoff: cutoff)
                return
            }
            guard accuracy == nil else {
                throw .unfit(
                    "accuracy", because: "chooses the splitting, which 'damping' and 'wave-cutoff' give already")
            }
            guard let damping, let cutoff, let waveCutoff else {
                let all = [("damping", damping), ("cutoff", cutoff), ("wave-cutoff", waveCutoff)]
                throw .incomplete(given, without: all.filter { $0.1 == nil }.map(\.0))
            }
            self = .parameters(EwaldParameters(damping: damping, cutoff: cutoff, waveCutoff: waveCutoff))
        }

        /// The cutoff of pairs, if it is given.
        var cutoff: Double? {
            switch self {
            case .accuracy(_, let cutoff): cutoff
            case .parameters(let parameters): parameters.cutoff
            }
        }
    }

    /// The constant *k*, an energy times a length over the square of a charge; 1 / (4 π ε₀) in the units of the system.
    package let constant: Double

    /// How the sum is split.
    package let splitting: Splitting

    /// The pairs that do not fully act on each other.
    package let exclusions: Exclusions?

    /// The splitting for the particles of the system; `nil` before there is one, and if nothing is charged.
    public private(set) var parameters: EwaldParameters?

    private let skin: Double?
    private let threads: Int
    private let kernel: PairKernel
    var pairs: PairForce<EwaldRealSpace>?
    private var waves: ReciprocalSum?
    private var background = 0.0

    /// Creates the force.
    ///
    /// - Parameters:
    ///   - splitting: How the sum is split.
    ///   - constant: The constant *k*.
    ///   - exclusions: Pairs that are left out or weakened, if there are any.
    ///   - skin: How much further than the cutoff neighbours are listed: 0.12 cutoffs unless given.
    ///   - threads: How many threads share the work.
    /// - Throws: ``ParticleError`` if the constant is not finite, ``EwaldError`` in it if the splitting is none.
    public convenience init(
        _ splitting: Splitting = .accuracy(1e-5), constant: Double = 1, excluding exclusions: Exclusions? = nil,
        skin: Double? = nil, threads: Int = 1
    ) throws(ParticleError) {
        try self.init(
            splitting, constant: constant, excluding: exclusions, skin: skin, threads: threads,
            kernel: .compiled(k_best_instruction_set()))
    }

    init(
        _ splitting: Splitting, constant: Double = 1, excluding exclusions: Exclusions? = nil, skin: Double? = nil,
        threads: Int = 1, kernel: PairKernel
    ) throws(ParticleError) {
        try ParticleError.check(constant, Interactions.coulombConstant)
        do throws(EwaldError) { try EwaldError.check(splitting, skin: skin) } catch { throw .ewald(error) }
        self.constant = constant
        self.splitting = splitting
        self.exclusions = exclusions
        self.skin = skin
        self.threads = max(1, threads)
        self.kernel = kernel
    }

    /// The number of wave vectors that are summed over, opposite ones counted once.
    package var waveCount: Int { waves?.waveCount ?? 0 }

    /// Pairs that are excluded are those of certain particles.
    public var concernsCertainParticles: Bool { exclusions != nil }

    /// Refuses boxes that are not periodic in three dimensions, a cutoff above half of the box, splittings that are not
    /// accurate or take too much memory, particles without mass, and charges in one place; and finds the splitting.
    public func prepare(for particles: ParticleColumns) throws(ParticleError) {
        let box = particles.box
        if let axis = Self.room.axisWithoutPeriod(of: box) { throw .ewald(.notPeriodic(axis: axis)) }
        for axis in 0..<3 {
            guard let cutoff = splitting.cutoff, cutoff > box.periods[axis] / 2 else { continue }
            throw .cutoffTooLong(cutoff, axis: axis, period: box.periods[axis])
        }
        var (count, total) = (0, 0.0)
        for particle in 0..<particles.count where particles.charge[particle] != 0 {
            count += 1
            total += particles.charge[particle]
        }
        (pairs, waves, parameters, background) = (nil, nil, nil, 0)
        guard count > 0 else { return }
        let parameters: EwaldParameters
        do throws(EwaldError) {
            parameters = try EwaldParameters(splitting, box: box, count: count, particleCount: particles.count)
        } catch { throw .ewald(error) }
        let potential = EwaldRealSpace(constant: constant, parameters: parameters)
        let pairs: PairForce<EwaldRealSpace>
        do throws(PairPotentialError) {
            pairs = try PairForce(
                potential, excluding: exclusions, skin: skin, threads: threads, kernel: kernel)
        } catch { throw .ewald(.pairs(error)) }
        try pairs.prepare(for: particles)
        self.pairs = pairs
        waves = ReciprocalSum(
            constant: constant, parameters: parameters, box: box, team: ThreadTeam(threadCount: threads), kernel: kernel
        )
        self.parameters = parameters
        let damping = parameters.damping
        let volume = box.periods.x * box.periods.y * box.periods.z
        background = -constant * Double.pi * total * total / (2 * volume * damping * damping)
    }

    /// Has the pairs leave their list as it is; waves are summed up anew at all positions.
    public func beginLook() { pairs?.beginLook() }

    /// Has the pairs follow the particles again.
    public func endLook() { pairs?.endLook() }

    /// Adds the accelerations of all charges.
    ///
    /// They are not numbers if a position is not.
    public func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        pairs?.addAccelerations(of: particles, into: accelerations)
        if particles.areAllFinite { waves?.addAccelerations(of: particles, into: accelerations) }
    }

    /// The potential energy.
    public func potentialEnergy(of particles: ParticleColumns) -> Double {
        guard let pairs, let waves else { return 0 }
        guard particles.areAllFinite else { return .nan }
        return pairs.potentialEnergy(of: particles) + waves.energyAndVirial(of: particles).energy + background
    }

    /// The virial.
    public func virial(of particles: ParticleColumns) -> Double {
        guard let pairs, let waves else { return 0 }
        guard particles.areAllFinite else { return .nan }
        return pairs.virial(of: particles) + waves.energyAndVirial(of: particles).virial + 3 * background
    }
}

extension ParticleColumns {
    /// True if all positions are finite.
    fileprivate var areAllFinite: Bool {
        (0..<count).allSatisfy { (x[$0] - x[$0]) + (y[$0] - y[$0]) + (z[$0] - z[$0]) == 0 }
    }
}
