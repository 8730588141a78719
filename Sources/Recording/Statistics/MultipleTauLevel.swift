/// One level of a ``MultipleTauScheme``.
///
/// The last samples lie in a ring of rows: the newest at row `newest`, the one before it in the row before, and so on.
final class MultipleTauLevel<Kernel: MultipleTauKernel> {
    /// With which of the samples before it a sample is paired, as a number of places.
    let places: Range<Int>

    private let ratio: Int
    let componentCount: Int
    let rows: UnsafeMutablePointer<Double>
    let sums: UnsafeMutablePointer<Kernel.Sums>

    var sampleCount = 0
    var newest = 0

    init(places: Range<Int>, ratio: Int, componentCount: Int) {
        self.places = places
        self.ratio = ratio
        self.componentCount = componentCount
        rows = .allocate(capacity: places.upperBound * componentCount)
        rows.initialize(repeating: 0, count: places.upperBound * componentCount)
        sums = .allocate(capacity: places.upperBound)
        sums.initialize(repeating: Kernel.noPairs, count: places.upperBound)
    }

    deinit {
        rows.deallocate()
        sums.deinitialize(count: places.upperBound)
        sums.deallocate()
    }

    /// Adds a sample.
    ///
    /// - Returns: The sample if it is one for the next level. It is there until the next call.
    func add(_ sample: UnsafePointer<Double>) -> UnsafePointer<Double>? {
        newest = newest + 1 == places.upperBound ? 0 : newest + 1
        let row = rows + newest * componentCount
        row.update(from: sample, count: componentCount)
        sampleCount += 1
        for place in places where place < sampleCount {
            let earlier = newest >= place ? newest - place : newest - place + places.upperBound
            Kernel.add(
                row, rows + earlier * componentCount, count: componentCount, to: &sums[place],
                pairCount: sampleCount - place)
        }
        return sampleCount.isMultiple(of: ratio) ? UnsafePointer(row) : nil
    }

    /// How many pairs there were at a number of places.
    func pairCount(at place: Int) -> Int {
        max(sampleCount - place, 0)
    }

    /// The average over the pairs at a number of places, of which there is one at least, divided by a number; `nil` if no
    /// pair has told anything.
    func average(at place: Int, dividedBy divisor: Double) -> Double? {
        Kernel.average(
            of: sums[place], pairCount: pairCount(at: place), componentCount: componentCount, dividedBy: divisor)
    }
}
