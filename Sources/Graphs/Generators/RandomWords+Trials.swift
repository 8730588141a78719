import CMath
import Essentials

extension RandomWords {
    /// Makes independent trials of the same probability, and calls a closure with the number of each that succeeds, in
    /// ascending order.
    ///
    /// The failures between two successes are skipped at once: their number has a geometric distribution.
    ///
    /// V. Batagelj and U. Brandes, *Efficient generation of large random networks*, Physical Review E 71 (2005) 036113,
    /// DOI 10.1103/PhysRevE.71.036113.
    ///
    /// - Complexity: O(1) and one word for each success, whatever the number of trials.
    @inline(__always)
    mutating func forEachSuccess(
        inTrials count: Int, probability: Double, _ body: (Int, inout RandomWords) -> Void
    ) {
        guard probability > 0 else { return }
        // 0 for certain success, since the logarithm of 0 is infinite.
        let scale = 1 / log1p(-probability)
        var trial = 0
        while true {
            let skipped = log(positiveUniform()) * scale
            guard skipped < Double(count - trial) else { return }
            trial += Int(skipped)
            guard trial < count else { return }
            body(trial, &self)
            trial += 1
        }
    }

    /// Chooses a number of different integers from 0 up to a bound, each such set with the same probability, and calls a
    /// closure with each, in ascending order.
    ///
    /// Method D, and method A where more than a 13th of the integers is chosen: J. S. Vitter, *An efficient algorithm for
    /// sequential random sampling*, ACM Transactions on Mathematical Software 13 (1987) 58, DOI 10.1145/23002.23003.
    ///
    /// At most as many can be chosen as there are, and of more than 2⁵³ integers some would not be reached by doubles.
    ///
    /// - Complexity: O(sampleCount) expected; no memory.
    package mutating func forEachSample(_ sampleCount: Int, below bound: Int, _ body: (Int) -> Void) {
        var (left, population, position) = (sampleCount, bound, 0)
        var ratio = left > 0 ? exp(log(positiveUniform()) / Double(left)) : 0
        while left > 1, 13 * left < population {
            let skipped = skip(left: left, population: population, ratio: &ratio)
            body(position + skipped)
            position += skipped + 1
            population -= skipped + 1
            left -= 1
        }
        while left > 1 {
            let skipped = shortSkip(left: left, population: population)
            body(position + skipped)
            position += skipped + 1
            population -= skipped + 1
            left -= 1
        }
        if left == 1 { body(position + below(population)) }
    }

    /// Step D: how many integers are passed over before the next that is chosen.
    private mutating func skip(left: Int, population: Int, ratio: inout Double) -> Int {
        let n = Double(left)
        let total = Double(population)
        let limit = total - n + 1
        while true {
            var real = total * (1 - ratio)
            var skipped = real.rounded(.down)
            while skipped >= limit {
                ratio = exp(log(positiveUniform()) / n)
                real = total * (1 - ratio)
                skipped = real.rounded(.down)
            }
            let y = exp(log(positiveUniform() * total / limit) / (n - 1))
            ratio = y * (1 - real / total) * (limit / (limit - skipped))
            if ratio <= 1 { return Int(skipped) }
            if total / (total - real) >= y * exp(logAcceptance(n, total, skipped) / (n - 1)) {
                ratio = exp(log(positiveUniform()) / (n - 1))
                return Int(skipped)
            }
            ratio = exp(log(positiveUniform()) / n)
        }
    }

    /// The logarithm of the product that decides where the cheap tests did not.
    private func logAcceptance(_ n: Double, _ total: Double, _ skipped: Double) -> Double {
        var product = 1.0
        var top = total - 1
        var bottom = total - n
        var last = total - skipped
        if n - 1 <= skipped { (bottom, last) = (total - skipped - 1, total - n + 1) }
        while top >= last {
            product *= top / bottom
            top -= 1
            bottom -= 1
        }
        return log(product)
    }

    /// Step A: the same by looking at each integer that is passed over.
    private mutating func shortSkip(left: Int, population: Int) -> Int {
        let uniform = positiveUniform()
        var others = Double(population - left)
        var total = Double(population)
        var quotient = others / total
        var skipped = 0
        while quotient >= uniform, others > 0 {
            skipped += 1
            others -= 1
            total -= 1
            quotient *= others / total
        }
        return skipped
    }
}
