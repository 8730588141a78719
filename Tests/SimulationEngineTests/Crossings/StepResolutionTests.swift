import Testing

@testable import SimulationEngine

@Suite struct StepResolutionTests {
    /// A polynomial through points is away from the middle of its values at these by half of their range times the Lebesgue constant
    /// of the points at most.
    @Test("How far a polynomial may be from its points follows from these")
    func reach() {
        let points = StepResolution.points
        let constant = (0...20_000).map { number in
            let part = Double(number) / 20_000
            return points.indices.reduce(0.0) { sum, index in
                sum
                    + abs(
                        points.indices.filter { $0 != index }.reduce(1.0) { weight, other in
                            weight * (part - points[other]) / (points[index] - points[other])
                        })
            }
        }.max()
        let known = constant ?? .nan
        #expect(abs(known - 7.3733) < 1e-3)
        #expect(StepResolution.reachOfPolynomial > 1.05 * known / 2)
    }
}
