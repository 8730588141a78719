import Foundation
import SimulationEngine
import Testing

/// Rates of events that are too rare to wait for, against exact ones.
@Suite struct ForwardFluxTests {
    private static func well(_ temperature: Double, luck: UInt32) throws -> Simulation<DoubleWell> {
        try Simulation(
            DoubleWell(temperature: temperature),
            integrator: EulerMaruyama(streams: RandomStreams(seed: 3, luck: luck)), step: 0.02)
    }

    private static func rate(_ flux: ForwardFlux, _ temperature: Double, threads: Int = 1) throws -> RareEventRate {
        try flux.rate(of: { $0.model.state[0, 0] }, threads: threads) { try well(temperature, luck: $0) }
    }

    /// A barrier of five times the temperature, and twice that of the first. The method's own error for steps of 0.02 is below 3 %. That
    /// the estimate is farther off than four of its errors has a probability of some 10⁻³ (ten runs).
    @Test("Kramers' rate in a double well", arguments: [0.1, 0.05])
    func doubleWell(temperature: Double) throws {
        let flux = try ForwardFlux(from: -0.8, levels: [-0.6, -0.4, -0.2, 0, 0.5], passages: 40, branches: 40)
        let rate = try Self.rate(flux, temperature)
        let exact = DoubleWell.meanTime(from: -1, to: 0.5, temperature: temperature)
        let error = rate.meanTime.error
        #expect(error < 0.25 * exact)
        #expect(abs(rate.meanTime.value - exact) < 4 * error + 0.03 * exact, "\(rate) \(exact)")
        #expect(rate.probabilities.allSatisfy { (0.05...0.95).contains($0.value) })
    }

    /// As above, with levels that nobody has thought of.
    @Test("Kramers' rate by levels that a pilot has placed", arguments: [false, true])
    func placedLevels(falls: Bool) throws {
        let (temperature, sign) = (0.05, falls ? -1.0 : 1)
        let flux = try ForwardFlux(from: sign * -0.8, levels: [sign * 0.5], passages: 40, branches: 40)
        let placed = try flux.placingLevels(of: { sign * $0.model.state[0, 0] }) {
            try Self.well(temperature, luck: $0)
        }
        #expect(placed.levels.count > 3)
        #expect(placed.levels.last == flux.levels.last)
        let rate = try placed.rate(of: { sign * $0.model.state[0, 0] }) { try Self.well(temperature, luck: $0) }
        let exact = DoubleWell.meanTime(from: -1, to: 0.5, temperature: temperature)
        #expect(rate.meanTime.error < 0.3 * exact)
        #expect(abs(rate.meanTime.value - exact) < 4 * rate.meanTime.error + 0.03 * exact, "\(rate) \(exact)")
        // Of 12 walks or so from each level, of 40, four were to come farther; the last level may be near the one before.
        #expect(rate.probabilities.dropLast().allSatisfy { (0.08...0.75).contains($0.value) }, "\(rate.probabilities)")
    }

    @Test("a last level that cannot be reached is told as such")
    func noWayOn() throws {
        let flux = try ForwardFlux(from: -0.8, levels: [1], passages: 10, branches: 10, runs: 2)
        let error = #expect(throws: RareEventError.self) {
            try flux.placingLevels(of: { min($0.model.state[0, 0], 0.25) }) { try Self.well(0.2, luck: $0) }
        }
        guard case .noWayOn(from: 0.25, _) = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test("what happens at once is counted as it happens, also where a level is leapt over")
    func brute() throws {
        let temperature = 0.2
        let direct = try Self.rate(try ForwardFlux(from: -0.8, levels: [0.5], passages: 25, runs: 4), temperature)
        #expect(direct.rate == direct.flux)
        #expect(direct.probabilities.isEmpty)
        let exact = DoubleWell.meanTime(from: -1, to: 0.5, temperature: temperature)
        #expect(abs(direct.meanTime.value - exact) < 0.4 * exact)
        // Steps are some 0.09 long, so that most leap over some of these.
        let fine = try ForwardFlux(
            from: -0.8, levels: [-0.6, -0.59, -0.58, -0.2, -0.19, 0.5], passages: 40, branches: 40)
        let rate = try Self.rate(fine, temperature)
        #expect(abs(rate.meanTime.value - exact) < 4 * rate.meanTime.error + 0.03 * exact, "\(rate) \(exact)")
    }

    @Test("falling levels are those of the mirrored number, and threads change nothing")
    func sameBits() throws {
        let plan = (from: -0.8, levels: [-0.6, -0.3, 0.2])
        let rising = try ForwardFlux(from: plan.from, levels: plan.levels, passages: 10, branches: 10, runs: 5)
        let falling = try ForwardFlux(
            from: -plan.from, levels: plan.levels.map { -$0 }, passages: 10, branches: 10, runs: 5)
        let rate = try Self.rate(rising, 0.1)
        #expect(rate.rate.value > 0)
        #expect(try Self.rate(rising, 0.1, threads: 3) == rate)
        let mirrored = try falling.rate(of: { -$0.model.state[0, 0] }) { try Self.well(0.1, luck: $0) }
        #expect(mirrored == rate)
    }

    @Test("the level that no branch has reached is named")
    func unreached() throws {
        let flux = try ForwardFlux(from: -0.8, levels: [-0.6, -0.5, 3, 3.1], passages: 5, branches: 5, runs: 2)
        let rate = try Self.rate(flux, 0.1)
        #expect(rate.firstUnreached == 2)
        #expect(rate.rate.value == 0)
        #expect(rate.gain.isNaN)
        let near = try ForwardFlux(from: -0.8, levels: [-0.6, -0.5], passages: 5, branches: 20, runs: 2)
        #expect(try Self.rate(near, 0.1).firstUnreached == nil)
    }

    @Test("plans that cannot be are refused, and so is a beginning beyond the start")
    func refusals() throws {
        for levels in [[], [0, 0], [0, 2, 1], [.nan], [1, -1]] {
            #expect(throws: RareEventError.invalidLevels) { try ForwardFlux(from: 0, levels: levels) }
        }
        #expect(throws: RareEventError.invalidCount("runs", 1, least: 2)) {
            try ForwardFlux(from: 0, levels: [1], runs: 1)
        }
        #expect(throws: RareEventError.tooManyWalks) { try ForwardFlux(from: 0, levels: [1], branches: 1 << 30) }
        let beyond = try ForwardFlux(from: -1.2, levels: [-1.1, 0], runs: 2)
        #expect(throws: RareEventError.beginsOutside(-1)) { try Self.rate(beyond, 0.1) }
        let slow = try ForwardFlux(from: -0.8, levels: [40], runs: 2, patience: 100)
        #expect(throws: RareEventError.self) { try Self.rate(slow, 0.1) }
    }

    @Test("the luck of a course leaves the beginning as it is")
    func luck() throws {
        let streams = try [nil, 0, 1].map { try RandomStreams(seed: 7, luck: $0) }
        func first(_ purpose: RandomPurpose) -> [UInt64] {
            streams.map { streams in
                var words = streams.words(for: purpose, node: 2, step: 5)
                return words.next()
            }
        }
        for purpose in [RandomPurpose.initialState, .naturalFrequency] { #expect(Set(first(purpose)).count == 1) }
        let noise = first(.noise)
        #expect(noise[0] == noise[1])
        #expect(noise[0] != noise[2])
    }
}
