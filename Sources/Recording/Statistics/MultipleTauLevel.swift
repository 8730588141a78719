/// One level of a ``MultipleTauScheme``.
///
/// The last samples lie in a ring of rows: the newest at row `newest`, the one before it in the row before, and so on.
final class MultipleTauLevel<Kernel: MultipleTauKernel> {
    /// With which of the samples before it a sample is paired, as a number of places.
    let places: Range<Int>

    private let ratio: Int
    private let componentCount: Int
    private let rows: UnsafeMutablePointer<Double>
    private let sums: UnsafeMutablePointer<Double>

    /// How many numbers the sums lack because one of the two samples had none there.
    private var missing: [Int]

    /// Whether numbers of each row are not known.
    private var hasGaps: [Bool]

    /// The sum of the samples that are to become one, or that one.
    private let forming: UnsafeMutablePointer<Double>

    private var sampleCount = 0
    private var newest = 0

    init(places: Range<Int>, ratio: Int, componentCount: Int) {
        self.places = places
        self.ratio = ratio
        self.componentCount = componentCount
        rows = .allocate(capacity: places.upperBound * componentCount)
        rows.initialize(repeating: 0, count: places.upperBound * componentCount)
        sums = .allocate(capacity: places.upperBound)
        sums.initialize(repeating: 0, count: places.upperBound)
        missing = [Int](repeating: 0, count: places.upperBound)
        hasGaps = [Bool](repeating: false, count: places.upperBound)
        forming = .allocate(capacity: componentCount)
        forming.initialize(repeating: 0, count: componentCount)
    }

    deinit {
        rows.deallocate()
        sums.deallocate()
        forming.deallocate()
    }

    /// Adds a sample. What is not a number is not known, and left out with whatever it is compared to.
    ///
    /// - Returns: The sample for the next level, if this completes one. It is there until the next call.
    func add(_ sample: UnsafePointer<Double>) -> UnsafePointer<Double>? {
        newest = newest + 1 == places.upperBound ? 0 : newest + 1
        let row = rows + newest * componentCount
        row.update(from: sample, count: componentCount)
        hasGaps[newest] = UnsafeBufferPointer(start: sample, count: componentCount).contains { $0.isNaN }
        sampleCount += 1
        for place in places where place < sampleCount {
            let earlier = newest >= place ? newest - place : newest - place + places.upperBound
            if hasGaps[newest] || hasGaps[earlier] {
                compareKnown(row, rows + earlier * componentCount, at: place)
            } else {
                sums[place] += Kernel.compare(row, rows + earlier * componentCount, count: componentCount)
            }
        }
        let position = (sampleCount - 1) % ratio
        Kernel.join(row, at: position, of: ratio, to: forming, count: componentCount)
        return position == ratio - 1 ? UnsafePointer(forming) : nil
    }

    private func compareKnown(_ row: UnsafePointer<Double>, _ earlier: UnsafePointer<Double>, at place: Int) {
        for component in 0..<componentCount {
            let term = Kernel.compare(row + component, earlier + component, count: 1)
            if term.isNaN { missing[place] += 1 } else { sums[place] += term }
        }
    }

    /// How many pairs of numbers there were at a number of places, in units of those of complete samples.
    func weight(at place: Int) -> Double {
        Double(pairCount(at: place)) - Double(missing[place]) / Double(componentCount)
    }

    /// How many pairs there were at a number of places.
    func pairCount(at place: Int) -> Int {
        max(sampleCount - place, 0)
    }

    /// The sum over the pairs at a number of places.
    func sum(at place: Int) -> Double {
        sums[place]
    }
}
