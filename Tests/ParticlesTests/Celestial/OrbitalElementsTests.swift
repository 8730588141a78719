import SimulationEngine
import Testing

@testable import Particles

@Suite("Orbital elements")
struct OrbitalElementsTests {
    private struct Orbit: Sendable {
        let axis: Double
        let eccentricity: Double
        /// Inclination, ascending node, pericentre, mean anomaly.
        let angles: SIMD4<Double>
        let parameter: Double
        let position: SIMD3<Double>
        let velocity: SIMD3<Double>
    }

    /// Kepler's equation by bisection with 50 digits in Python's mpmath, and rotations with as many: nearly parabolic orbits,
    /// hyperbolas and orbits that go backwards among them.
    private static let orbits = [
        Orbit(
            axis: 1, eccentricity: 0.3, angles: [0.2, 0.4, 0.5, 0.7], parameter: 1,
            position: [-0.4195761597907726, 0.6901121655073618, 0.16197059891791596],
            velocity: [-1.1426545886279458, -0.34883797041601217, 0.025069070620417848]),
        Orbit(
            axis: 2, eccentricity: 0.5, angles: [3.141592653589793, 0.6, 0.8, 2.5], parameter: 1.5,
            position: [-2.9041084801362844, -0.15152078002857344, -1.8550061833228846e-16],
            velocity: [-0.15143842352281506, 0.5086083877528604, -6.18790982792535e-17]),
        Orbit(
            axis: 1, eccentricity: 0.9999999999, angles: [0.1, 0.2, 0.3, 2.9], parameter: 1,
            position: [-1.7493398761592116, -0.9524641812284972, -0.058789909943601386],
            velocity: [-0.053148186749388066, -0.0289456705072331, -0.00178693738700153]),
        Orbit(
            axis: 1, eccentricity: 0.999999, angles: [0.1, 0.2, 0.3, 1e-05], parameter: 1,
            position: [-0.0006964912648082677, -0.0003165645960246452, -1.7245817098318492e-05],
            velocity: [-45.724966049995686, -22.802947060099253, -1.3308649652587219]),
        Orbit(
            axis: 1, eccentricity: 0.99, angles: [1.5, 6.0, 12.0, 1e-10], parameter: 2,
            position: [0.007996381709549022, -0.0027222979073593524, -0.005352286769108875],
            velocity: [10.610975641491747, -1.847611821125166, 16.79266287680739]),
        Orbit(
            axis: -1, eccentricity: 1.000001, angles: [0.1, 0.2, 0.3, 1e-05], parameter: 1,
            position: [-0.0006966051564027804, -0.00031659787358150987, -1.724681918628172e-05],
            velocity: [-45.739839748843266, -22.808164127540852, -1.3310815000868654]),
        Orbit(
            axis: -1.5, eccentricity: 1.4, angles: [2.9, 0.2, 0.3, 4.0], parameter: 1.3,
            position: [-5.355658705560132, -5.861694820896894, 1.1533857156799525],
            velocity: [-0.8461627783438439, -0.6780627759644621, 0.12232551139742744]),
        Orbit(
            axis: -100, eccentricity: 50.0, angles: [0.5, 0.2, 0.3, 0.1], parameter: 1,
            position: [4330.717695090936, 2183.2359121696145, 698.9043125169337],
            velocity: [-0.04654449360035524, 0.0778360372811818, 0.046726050697926895]),
        Orbit(
            axis: -1, eccentricity: 1.0000000001, angles: [0.0, 0.0, 0.0, 40.0], parameter: 1,
            position: [-43.49974172839991, 0.0006291624874011697, 0.0],
            velocity: [-1.0227303086640533, 1.4467244717446818e-05, 0.0]),
    ]

    @Test("a mean anomaly gives the place and the velocity on the orbit, also on one that is nearly a parabola")
    func states() throws {
        for orbit in Self.orbits {
            let angles = orbit.angles
            for turns in orbit.eccentricity <= 0.5 ? [0, 1.0] : [0] {
                let state = try OrbitalElements(
                    semiMajorAxis: orbit.axis, eccentricity: orbit.eccentricity, inclination: angles.x,
                    ascendingNode: angles.y, pericentre: angles.z, anomaly: .mean(angles.w + 2 * .pi * turns)
                ).state(parameter: orbit.parameter)
                // A turn more has its rounding.
                let error = turns == 0 ? 1e-14 : 1e-13
                #expect(length(state.position - orbit.position) < error * length(orbit.position), "\(orbit)")
                #expect(length(state.velocity - orbit.velocity) < error * length(orbit.velocity), "\(orbit)")
            }
        }
    }

    @Test("opposite anomalies are mirror images, and at the pericentre all speed is across")
    func symmetry() throws {
        for (axis, eccentricity) in [(1.0, 0.0), (2, 0.7), (1, 0.999_999_999), (-1, 1.000_000_001), (-2, 30)] {
            func state(_ anomaly: Double) throws -> ParticleState {
                try OrbitalElements(semiMajorAxis: axis, eccentricity: eccentricity, anomaly: .mean(anomaly))
                    .state(parameter: 1)
            }
            for anomaly in [1e-300, 1e-8, 0.3, 3] {
                let (after, before) = (try state(anomaly), try state(-anomaly))
                #expect(before.position == after.position * [1, -1, 1])
                #expect(before.velocity == after.velocity * [-1, 1, 1])
            }
            let start = try state(0)
            #expect(start.position == [axis * (1 - eccentricity), 0, 0])
            #expect(abs(start.velocity.y * start.velocity.y * start.position.x / (1 + eccentricity) - 1) < 1e-14)
        }
    }
}
