/// How long the runs of points take, from which follow what is left and which runs are begun first.
struct SweepTimes: Sendable {
    /// Of more points no note is taken, which would cost more memory than it is worth.
    private static let greatestPointCount = 1_000_000

    /// The time of a run of each point, in seconds; 0 where it is not known.
    private var times: [Double]

    /// How many runs of each point are left.
    private var left: [Int]

    private var leftCount: Int
    private var sum = 0.0
    private var count = 0

    /// The time of the runs that are left whose points are known, and how many others there are.
    private var leftOfKnown = 0.0
    private var leftOfUnknown: Int

    /// Of runs that there are to carry out, by the points that they belong to, nothing is known yet.
    init(pointCount: Int, points: some Sequence<Int>, runCount: Int) {
        (leftCount, leftOfUnknown) = (runCount, runCount)
        let isSmall = pointCount <= Self.greatestPointCount
        times = [Double](repeating: 0, count: isSmall ? pointCount : 0)
        left = [Int](repeating: 0, count: times.count)
        if isSmall { for point in points { left[point] += 1 } }
    }

    /// The time that a run of a point will take; `nil` if it is not known.
    func time(ofPoint point: Int) -> Double? {
        times.indices.contains(point) && times[point] > 0 ? times[point] : nil
    }

    /// The part of the time that is over of all that it takes to carry out what was not complete.
    var fraction: Double {
        let mean = count > 0 ? sum / Double(count) : 0
        let rest = leftOfKnown + mean * Double(leftOfUnknown)
        return leftCount == 0 ? 1 : sum == 0 ? 0 : sum / (sum + rest)
    }

    /// Takes note of a run that is not left any more.
    ///
    /// - Parameters:
    ///   - point: Its point.
    ///   - seconds: How long it took; `nil` if it was not carried out.
    mutating func note(_ point: Int, seconds: Double?) {
        leftCount -= 1
        if let seconds { (sum, count) = (sum + seconds, count + 1) }
        guard times.indices.contains(point) else {
            leftOfUnknown -= 1
            return
        }
        forget(point)
        left[point] -= 1
        if let seconds { times[point] = seconds }
        if times[point] > 0 {
            leftOfKnown += times[point] * Double(left[point])
        } else {
            leftOfUnknown += left[point]
        }
    }

    private mutating func forget(_ point: Int) {
        if times[point] > 0 {
            leftOfKnown -= times[point] * Double(left[point])
        } else {
            leftOfUnknown -= left[point]
        }
    }
}
