/// A sum that keeps what rounding takes from it: the algorithm `Sum2` of T. Ogita, S. M. Rump and S. Oishi, *Accurate
/// sum and dot product*, 2005, doi:10.1137/030601818.
struct CompensatedSum {
    private var sum = 0.0
    private var lost = 0.0

    /// The sum of what was added, to the bound that ``Reduction`` states. Infinite or not a number as a plain sum
    /// would be.
    var value: Double { sum.isFinite ? sum + lost : sum }

    mutating func add(_ number: Double) {
        let new = sum + number
        let added = new - sum
        lost += (sum - (new - added)) + (number - added)
        sum = new
    }
}
