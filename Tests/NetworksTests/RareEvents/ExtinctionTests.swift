import SimulationEngine
import Testing

@testable import Networks

/// The time until an epidemic dies out that lasts, against the chain of births and deaths.
@Suite struct ExtinctionTests {
    private static let nodes = 30
    private static let infection = 2.0 / 30

    private static func epidemic(luck: UInt32, isAligned: Bool) throws -> Simulation<CompartmentModel<SICompartment>> {
        let states = (0..<nodes).map { $0 < 15 ? SICompartment.infected : .susceptible }
        let model = try CompartmentModel(
            graph: .complete(nodes: nodes), transitions: .sis(infection: infection, recovery: 1), states: states)
        let streams = try RandomStreams(seed: 5, luck: luck)
        return try Simulation(
            model, integrator: EventDrivenIntegrator(streams: streams, isAligned: isAligned), step: 1)
    }

    /// T(n) − T(n−1) = Σ over j ≥ n of 1/d(j) ∏ b(i)/d(i) over n ≤ i < j, with births b(i) = β i (N − i) and deaths d(i) = i.
    private static var exactTime: Double {
        var (time, rest) = (0.0, 0.0)
        for number in stride(from: nodes, through: 1, by: -1) {
            let (births, deaths) = (infection * Double(number * (nodes - number)), Double(number))
            rest = 1 / deaths + births / deaths * rest
            if number <= 15 { time += rest }
        }
        return time
    }

    /// That the estimate is farther off than four of its errors has a probability of some 10⁻³ (twelve runs).
    @Test("the time until SIS on a complete graph dies out", arguments: [false, true])
    func extinction(isAligned: Bool) throws {
        let flux = try ForwardFlux(
            from: 15, levels: [11, 8, 6, 4, 2, 0], passages: 60, branches: 60, runs: isAligned ? 6 : 12)
        let rate = try flux.rate(of: { Double($0.model.count(of: .infected)) }) {
            try Self.epidemic(luck: $0, isAligned: isAligned)
        }
        let exact = Self.exactTime
        #expect(rate.meanTime.error < 0.4 * exact)
        #expect(abs(rate.meanTime.value - exact) < 4 * rate.meanTime.error, "\(rate) \(exact)")
    }

    /// As above.
    @Test("levels between numbers that go in steps are placed, too")
    func placedLevels() throws {
        let plan = try ForwardFlux(from: 15, levels: [0], passages: 60, branches: 60, runs: 12)
        let flux = try plan.placingLevels(of: { Double($0.model.count(of: .infected)) }) {
            try Self.epidemic(luck: $0, isAligned: false)
        }
        #expect(flux.levels.count > 3)
        #expect(flux.levels.allSatisfy { $0 == $0.rounded() })
        let rate = try flux.rate(of: { Double($0.model.count(of: .infected)) }) {
            try Self.epidemic(luck: $0, isAligned: false)
        }
        #expect(rate.meanTime.error < 0.4 * Self.exactTime)
        #expect(abs(rate.meanTime.value - Self.exactTime) < 4 * rate.meanTime.error, "\(rate) \(Self.exactTime)")
    }

    @Test("branches have luck of their own from the next event on")
    func ownLuck() throws {
        let origin = try Self.epidemic(luck: 0, isAligned: false)
        try origin.run(until: 3)
        let counts = try [1, 2, 0, 0].map { (luck: UInt32) in
            let branch = try origin.branched(into: try Self.epidemic(luck: luck, isAligned: false))
            #expect((0..<Self.nodes).map(branch.model.nodeState) == (0..<Self.nodes).map(origin.model.nodeState))
            try branch.run(until: 6)
            return (0..<Self.nodes).map(branch.model.nodeState)
        }
        try origin.run(until: 6)
        let own = (0..<Self.nodes).map(origin.model.nodeState)
        #expect(counts[0] != own && counts[1] != own && counts[0] != counts[1])
        #expect(counts[2] == own && counts[3] == own)
    }
}
