import EngineTestSupport
import Foundation
import SimulationEngine
import Testing

/// Chains of thermostats, and weak coupling.
@Suite struct NoseHooverTests {
    private func wells(_ count: Int) throws -> ThermalNodes {
        let model = ThermalNodes(count: count, mass: 2) { -$0 - $0 * $0 * $0 }
        try model.draw(positionDeviation: 0.6, velocityDeviation: 0.8, seed: 3)
        return model
    }

    private func energy(_ model: ThermalNodes) -> Double {
        let potential = model.positions.reduce(0) { $0 + $1 * $1 / 2 + $1 * $1 * $1 * $1 / 4 }
        return potential + model.velocities.reduce(0) { $0 + $1 * $1 }
    }

    @Test("The energy of nodes and chain is conserved to second order, without a drift", arguments: [1, 2, 4])
    func conservation(links: Int) throws {
        let errors = try [0.05, 0.025].map { step in
            let model = try wells(5)
            let integrator = try NoseHooverChain(model, temperature: 0.5, relaxationTime: 1, chainLength: links)
            let simulation = try Simulation(model, integrator: integrator, step: step)
            let start = energy(model)
            var (early, late) = (0.0, 0.0)
            let count = Int(30 / step)
            for index in 0..<count {
                try simulation.run(steps: 1)
                let error = abs(energy(model) + model.bath.energy - start)
                if index < count / 2 { early = max(early, error) } else { late = max(late, error) }
            }
            #expect(abs(model.bath.energy) > 0.1)
            #expect(late < 1.5 * early)
            return max(early, late)
        }
        #expect(abs(log2(errors[0] / errors[1]) - 2) < 0.4, "\(errors)")
    }

    @Test("Turned velocities, of the chain too, lead back")
    func reversal() throws {
        let model = try wells(5)
        let simulation = try Simulation(
            model, integrator: try NoseHooverChain(model, temperature: 0.5, relaxationTime: 0.7), step: 0.05)
        let start = model.numbers
        func turn() {
            for i in 5..<10 { model.state.elements[i].negate() }
            for link in model.bath.chain.indices { model.bath.chain[link].velocity.negate() }
            simulation.stateWasChanged()
        }
        try simulation.run(steps: 100)
        #expect(zip(start, model.numbers).contains { abs($0 - $1) > 0.1 })
        turn()
        try simulation.run(steps: 100)
        turn()
        for (a, b) in zip(start, model.numbers) { #expect(abs(a - b) < 1e-11) }
        for link in model.bath.chain { #expect(abs(link.position) < 1e-12 && abs(link.velocity) < 1e-12) }
    }

    /// A harmonic oscillator is the hardest case: with one link it is not ergodic (G. J. Martyna et al. 1992, figure 1).
    /// Samples a time of 2 apart are nearly independent; the error probability is below 1e-4 with half of them counted.
    @Test("A chain samples the canonical distribution of a harmonic oscillator")
    func canonical() throws {
        let model = ThermalNodes(count: 1) { -$0 }
        model.state[0, 0] = 1
        let simulation = try Simulation(
            model, integrator: try NoseHooverChain(model, temperature: 1, relaxationTime: 1, chainLength: 4), step: 0.2)
        var squares = [0.0, 0.0]
        var fourth = 0.0
        for _ in 0..<2000 {
            try simulation.run(steps: 10)
            let numbers = model.numbers
            squares[0] += numbers[0] * numbers[0] / 2000
            squares[1] += numbers[1] * numbers[1] / 2000
            fourth += numbers[1] * numbers[1] * numbers[1] * numbers[1] / 2000
        }
        let tolerance = 3.9 * (2 / 1000.0).squareRoot()
        #expect(abs(squares[0] - 1) < tolerance, "\(squares)")
        #expect(abs(squares[1] - 1) < tolerance, "\(squares)")
        #expect(abs(fourth - 3) < 3.9 * (96 / 1000.0).squareRoot(), "\(fourth)")
    }

    @Test("A trajectory is the same bytes for any number of threads and if somebody looks inside of steps")
    func threads() throws {
        func run(threads: Int, looking: Bool = false) throws -> ([UInt64], HeatBath) {
            let model = try wells(2500)
            let integrator = try NoseHooverChain(model, temperature: 1, relaxationTime: 0.5, threads: threads)
            let simulation = try Simulation(model, integrator: integrator, step: 0.1)
            guard looking else {
                try simulation.run(steps: 6)
                return (model.bits, model.bath)
            }
            let interior = try #require(integrator.makeDenseOutput(for: model))
            for index in 0..<6 {
                interior.begin(model, at: simulation.moment.time)
                try simulation.run(steps: 1)
                interior.noteEnd(model)
                let (end, bath) = (model.numbers, model.bath)
                try interior.show(0.1 * Double(index) + 0.0999999999, in: model)
                for (a, b) in zip(model.numbers, end) { #expect(abs(a - b) < 1e-8) }
                #expect(abs(model.bath.energy - bath.energy) < 1e-5)
                interior.showEnd(in: model)
            }
            return (model.bits, model.bath)
        }
        let (bits, bath) = try run(threads: 1)
        for (other, itsBath) in [try run(threads: 2), try run(threads: 3), try run(threads: 1, looking: true)] {
            #expect(other == bits)
            #expect(itsBath == bath)
        }
    }

    @Test("What is pinned is not scaled and has no temperature", arguments: [true, false])
    func pins(hasChain: Bool) throws {
        let model = try wells(200)
        let integrator: any Integrator<ThermalNodes> =
            hasChain
            ? try NoseHooverChain(model, temperature: 0.5, relaxationTime: 1)
            : try BerendsenThermostat(model, temperature: 0.5, relaxationTime: 1)
        let simulation = try Simulation(model, integrator: integrator, step: 0.05)
        try simulation.drive("y", ofNode: 0) { 100 * $0 }
        try simulation.pin(nodes: [1])
        #expect(model.degreesOfFreedom == 198)
        let place = model.state[0, 1]
        var mean = 0.0
        for _ in 0..<400 {
            try simulation.run(steps: 1)
            if simulation.moment.time > 10 {
                mean += model.velocities.dropFirst(2).reduce(0) { $0 + 2 * $1 * $1 } / 198 / 200
            }
        }
        #expect(abs(model.state[0, 0] - 2000) < 1e-8)
        #expect(abs(model.state[1, 0] - 100) < 1e-10)
        #expect(model.nodeState(at: 1) == [place, 0])
        // Driven at a velocity whose energy is 100 times that of all others. The mean over 10 relaxation times is
        // within 5 %, since the thermostat itself sees to it.
        #expect(abs(mean - 0.5) < 0.025, "\(mean)")
    }

    @Test("A step that fails leaves the state and the chain as they were", arguments: [true, false])
    func failure(hasChain: Bool) throws {
        let model = ThermalNodes(count: 2) { $0 > 1.5 ? .infinity : 1 }
        let integrator: any Integrator<ThermalNodes> =
            hasChain
            ? try NoseHooverChain(model, temperature: 0.5, relaxationTime: 10)
            : try BerendsenThermostat(model, temperature: 0.5, relaxationTime: 10)
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        try simulation.run(steps: 1)
        let (numbers, bath) = (model.numbers, model.bath)
        #expect(throws: IntegrationError.self) { try simulation.run(steps: 9) }
        #expect(simulation.moment.step < 5)
        if simulation.moment.step == 1 { #expect(model.numbers == numbers && model.bath == bath) }
        #expect(model.numbers.allSatisfy(\.isFinite) && model.bath.energy.isFinite)
    }

    /// Where no force acts, T − T₀ falls by 1 − h/τ in each step.
    @Test("Weak coupling lets the temperature relax, and counts the energy")
    func berendsen() throws {
        let model = ThermalNodes(count: 10) { _ in 0 }
        model.hasConservedMomentum = true
        for node in 0..<10 { model.state[1, node] = Double(node) - 4.5 }
        let integrator = try BerendsenThermostat(model, temperature: 2, relaxationTime: 0.5)
        let simulation = try Simulation(model, integrator: integrator, step: 0.05)
        func temperature() -> Double { model.velocities.meanSquare * 10 / 9 }
        let start = temperature()
        try simulation.run(steps: 7)
        #expect(abs(temperature() - (2 + (start - 2) * pow(0.9, 7))) < 1e-12)
        #expect(abs(model.bath.energy - 4.5 * (start - temperature())) < 1e-12)
        // A relaxation time that is shorter than a step sets the temperature at once.
        let hasty = try BerendsenThermostat(model, temperature: 3, relaxationTime: 1e-3)
        try hasty.advance(model, from: 0, to: 0.05)
        #expect(abs(temperature() - 3) < 1e-13)
    }

    @Test("Momenta that are conserved are no degrees of freedom")
    func degreesOfFreedom() throws {
        let model = ThermalNodes(count: 5, axes: 3) { _ in 0 }
        #expect(model.degreesOfFreedom == 15)
        model.hasConservedMomentum = true
        #expect(model.degreesOfFreedom == 12)
        let simulation = try Simulation(
            model, integrator: try NoseHooverChain(model, temperature: 1, relaxationTime: 1), step: 0.1)
        // Two of three directions, in which the momentum is not conserved any more.
        try simulation.pin(nodes: [0], fields: ["y", "z"])
        #expect(model.degreesOfFreedom == 12)
        _ = try LangevinIntegrator(model, temperature: 1, friction: 1, streams: try RandomStreams(seed: 1))
        #expect(model.degreesOfFreedom == 13)
    }

    @Test("Parameters that are not possible are refused")
    func refusals() throws {
        let model = ThermalNodes(count: 1) { _ in 0 }
        func make(temperature: Double = 1, time: Double = 1, links: Int = 3) throws {
            _ = try NoseHooverChain(model, temperature: temperature, relaxationTime: time, chainLength: links)
        }
        expectRefusal(of: "temperature", is: "0") { try make(temperature: 0) }
        expectRefusal(of: "relaxation-time") { try make(time: .infinity) }
        for links in [0, -1, 101, 1 << 62, .max] {
            expectRefusal(of: "chain-length") { try make(links: links) }
        }
        model.hasConservedMomentum = true
        #expect(throws: ThermostatError.noDegreesOfFreedom) { try make() }
        #expect(throws: ThermostatError.noDegreesOfFreedom) {
            try BerendsenThermostat(model, temperature: 1, relaxationTime: 1)
        }
    }
}
