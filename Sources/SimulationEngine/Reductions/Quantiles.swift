extension UnsafeMutableBufferPointer<Double> {
    /// Quantiles of type 7 for fractions from 0 to 1, in their order. Puts the values into another order.
    func quantiles(_ fractions: [Double]) -> [Double] {
        var quantiles = [Double](repeating: .nan, count: fractions.count)
        guard !isEmpty, !contains(where: \.isNaN) else { return quantiles }
        var lower = 0
        // From below, so that each search can leave out what the last one put to its left.
        for index in fractions.indices.sorted(by: { fractions[$0] < fractions[$1] }) {
            let place = Double(count - 1) * fractions[index]
            lower = selectSmallest(Swift.min(Int(place), count - 1), from: lower)
            quantiles[index] = interpolate(at: lower, by: place - Double(lower))
        }
        return quantiles
    }

    /// Between a place and the next, of which the first is as if sorted and all that follow are not smaller.
    private func interpolate(at place: Int, by part: Double) -> Double {
        let low = self[place]
        guard part > 0, place + 1 < count else { return low }
        let high = self[(place + 1)...].min() ?? low
        // Infinite neighbours that are equal have no difference.
        return low == high ? low : low + part * (high - low)
    }

    /// Puts a value where it would be if all were sorted, those that are not greater to its left and those that are not
    /// smaller to its right. The place is not left of the lower bound, left of which all is so already.
    ///
    /// Quickselect (C. A. R. Hoare, *Algorithm 65: Find*, 1961, doi:10.1145/366622.366647), which sorts what is left when
    /// it has been unlucky too often.
    ///
    /// - Returns: The place.
    /// - Complexity: O(n) as a rule, O(n log n) at worst.
    private func selectSmallest(_ place: Int, from lowerBound: Int) -> Int {
        var lower = lowerBound
        var upper = count - 1
        var roundsLeft = 4 * (Int.bitWidth - count.leadingZeroBitCount)
        while upper - lower > 16, roundsLeft > 0 {
            roundsLeft -= 1
            let (left, right) = split(lower, upper)
            if place <= right {
                upper = right
            } else if place >= left {
                lower = left
            } else {
                return place
            }
        }
        if lower < upper {
            var rest = UnsafeMutableBufferPointer(rebasing: self[lower...upper])
            rest.sort()
        }
        return place
    }

    /// Splits a range by the median of its first, middle and last value.
    ///
    /// - Returns: Where the values that are not smaller begin, and where those that are not greater end.
    private func split(_ lower: Int, _ upper: Int) -> (left: Int, right: Int) {
        let (first, middle, last) = (self[lower], self[lower + (upper - lower) / 2], self[upper])
        let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
        var left = lower
        var right = upper
        while left <= right {
            while self[left] < pivot { left += 1 }
            while self[right] > pivot { right -= 1 }
            guard left <= right else { break }
            swapAt(left, right)
            left += 1
            right -= 1
        }
        return (left, right)
    }
}
