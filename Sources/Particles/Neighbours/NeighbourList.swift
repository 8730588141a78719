import CKernels
import SimulationEngine

/// Which particles are near each other: a Verlet list (L. Verlet, Physical Review 159 (1967) 98, DOI
/// 10.1103/PhysRev.159.98) that is built with a grid of cells.
///
/// The list holds, for each particle, all others within the cutoff and a *skin*. It remains complete until a particle has
/// moved by half of the skin, which is looked at whenever it is used.
///
/// Particles are sorted by their cells into *slots*, so that those that are near each other are so in memory. In a periodic
/// box a particle near a bound has images beyond the opposite bound, which have slots of their own: whoever walks over the
/// list does not know of periods. The particles themselves, without images, are the *rows* of the list, in the order of
/// their slots. Rows are cut into chunks of a fixed length; each chunk is listed and computed by one thread.
///
/// A list is full, that is, each pair stands in two rows. So a row's sum is formed by one thread in one order, whatever the
/// number of threads, and nothing is ever written by two of them.
///
/// - Complexity: O(n) time and memory for n particles of bounded density.
final class NeighbourList {
    /// The number of rows of a chunk.
    static let chunkLength = 512

    /// Coordinates far from everything, with which rows are filled up. Their powers are numbers still.
    static let farAway = 1e30

    /// Coordinates must be less than this: their squares are numbers in single precision, too.
    static let greatestCoordinate = 1e18

    /// A radius that contains all particles: twice the greatest coordinate in three directions, and twice the leeway. What lies
    /// far away is beyond it, so that no cutoff, however great, is one from there.
    static let greatestRadius = 1e20

    let radius: Double
    let team: ThreadTeam
    let instructionSet: k_instruction_set

    /// Half of the skin, squared.
    let squaredLeeway: Double

    /// The number of particles, which is that of rows.
    var rowCount = 0

    /// The number of particles and images.
    var slotCount = 0

    /// How many slots there is memory for: some more than there are, as there is for images.
    var slotCapacity: Int { rowCount + imageParticles.capacity }

    /// True if all slots, with the one that is far away, have numbers of 16 bits: then the list, which is most of the memory,
    /// needs half of it.
    var isNarrow: Bool { slotCount <= UInt16.max }

    /// True if the list is that of any positions.
    var isBuilt = false

    /// How often the list was built.
    var buildCount = 0

    // In the order of particles.
    var builtAt = GrowingMemory<Double>()
    var offsets = GrowingMemory<Double>()
    var slotOfParticle = GrowingMemory<Int32>()

    // In the order of slots: x, y, z and label of each. The last one is far from everything.
    var pointMemory = GrowingMemory<Double>()
    var entryOfSlot = GrowingMemory<Int32>()

    // Columns of x, y and z in the order of slots, counted from the middle of the grid.
    var sorted = GrowingMemory<Float>()

    // Images.
    var imageCount = 0
    var firstImages = GrowingMemory<Int>()
    var imageParticles = GrowingMemory<Int32>()
    var imageSlots = GrowingMemory<Int32>()
    var imageShifts = GrowingMemory<UInt8>()
    var shifts: [SIMD3<Double>] = []

    // In the order of cells and rows.
    var cellOfEntry = GrowingMemory<Int32>()
    var cellStarts = GrowingMemory<Int32>()
    var rowSlots = GrowingMemory<Int32>()
    var rowCells = GrowingMemory<Int32>()
    var starts = GrowingMemory<Int32>()
    var chunks: [Chunk] = []
    var hasMoved = GrowingMemory<Bool>()

    /// The neighbours of the rows of a chunk: a number for each if they are narrow, else two halves of one.
    final class Chunk {
        var neighbours = GrowingMemory<UInt16>()
    }

    /// The number that stands beside the coordinates of a point.
    enum Label {
        case type
        case charge
    }

    let label: Label

    /// Pairs that are not listed.
    let exclusions: Exclusions?

    init(
        cutoff: Double, skin: Double, team: ThreadTeam, instructionSet: k_instruction_set, label: Label = .type,
        excluding exclusions: Exclusions? = nil
    ) {
        self.label = label
        self.exclusions = exclusions
        radius = min(cutoff + skin, Self.greatestRadius)
        let leeway = min(skin, Self.greatestCoordinate) / 2
        squaredLeeway = leeway * leeway
        self.team = team
        self.instructionSet = instructionSet
    }

    /// Tests if particles at a distance are within a cutoff. Those that are far away are within none.
    static func isWithin(_ cutoff: Double, _ squaredDistance: Double) -> Bool {
        squaredDistance < min(cutoff * cutoff, greatestSquaredCutoff)
    }

    /// The points by slots, four numbers each.
    var points: UnsafePointer<Double> { UnsafePointer(pointMemory.start) }

    /// The particle, or the image, at each slot.
    var entries: UnsafePointer<Int32> { UnsafePointer(entryOfSlot.start) }

    var chunkCount: Int { (rowCount + Self.chunkLength - 1) / Self.chunkLength }

    func rows(ofChunk chunk: Int) -> pk_rows {
        let first = chunk * Self.chunkLength
        return pk_rows(
            points: points, slots: rowSlots.start + first, starts: starts.start + chunk * (Self.chunkLength + 1),
            neighbours: chunks[chunk].neighbours.start, row_count: Int32(min(Self.chunkLength, rowCount - first)),
            is_narrow: isNarrow ? 1 : 0)
    }

    /// The particle at a slot, or of which there is an image.
    func particle(atSlot slot: Int) -> Int {
        let entry = Int(entryOfSlot.start[slot])
        return entry < rowCount ? entry : Int(imageParticles.start[entry - rowCount])
    }
}

extension pk_rows {
    /// The slot of a neighbour.
    @inline(__always)
    func neighbour(_ n: Int) -> Int {
        // A list with neighbours has memory for them.
        let memory = neighbours.unsafelyUnwrapped
        return is_narrow != 0
            ? Int(memory.assumingMemoryBound(to: UInt16.self)[n]) : Int(memory.assumingMemoryBound(to: Int32.self)[n])
    }
}
