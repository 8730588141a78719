import GSL
import SimulationEngine
import Testing

/// The noise of random motion.
@Suite struct EulerMaruyamaTests {
    @Test("Each step has a noise of its own, however many there were before")
    func noiseOfLongRuns() throws {
        let model = Diffusion(count: 1, drift: 0, strength: 1)
        let integrator = EulerMaruyama<Diffusion>(streams: try RandomStreams(seed: 1))
        let grid = try TimeGrid(step: 1e-3)
        var noises: Set<Double> = []
        for step in 1_000_000_000..<1_000_002_000 {
            model.state[0, 0] = 0
            let (start, end) = (grid.time(ofStep: step), grid.time(ofStep: step + 1))
            try integrator.advance(model, from: start, to: end)
            // Beyond the rounding of the step's length; equal by chance with a probability of 2e-3.
            noises.insert((1e9 * model.state[0, 0] / (end - start).squareRoot()).rounded())
        }
        #expect(noises.count == 2000)
    }

    @Test("A step of no length changes nothing")
    func noLength() throws {
        let model = Diffusion(count: 1, drift: 1, strength: 1)
        try EulerMaruyama<Diffusion>(streams: try RandomStreams(seed: 1)).advance(model, from: 0, to: 0)
        #expect(model.state[0, 0] == 0)
    }
}
