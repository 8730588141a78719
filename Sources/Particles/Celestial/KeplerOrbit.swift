/// The motion of two bodies about each other, d²r/dt² = −μ r / |r|³, to rounding, on ellipses, parabolas and hyperbolas
/// alike.
///
/// By the universal variables of J. M. A. Danby, *Fundamentals of Celestial Mechanics*, second edition (1988), 6.9: Kepler's
/// equation t = r₀ X + (r₀ · v₀) G₂(X) + (μ − β r₀) G₃(X), where β = 2μ/r₀ − v₀² and Gₙ = Xⁿ cₙ(β X²) with Stumpff's
/// functions, is solved by Newton's method between bounds that close in on the solution; its right side grows with X.
enum KeplerOrbit {
    /// The state after a time, which may be negative.
    ///
    /// `state` is the position and velocity of one body relative to the other, not both in one place; `parameter` is the
    /// gravitational parameter μ, the sum of the masses times the gravitational constant, with which the motion is straight
    /// if it is 0.
    static func advance(_ state: ParticleState, by time: Double, parameter: Double) -> ParticleState {
        // A time that is not a number is not less than 0 either, and leads to a state of such numbers.
        guard !(time < 0) else {
            let back = ParticleState(position: state.position, velocity: -state.velocity)
            let end = advance(back, by: -time, parameter: parameter)
            return ParticleState(position: end.position, velocity: -end.velocity)
        }
        let (r, v) = (state.position, state.velocity)
        guard parameter > 0 else { return ParticleState(position: r + time * v, velocity: v) }
        let distance = (r * r).sum().squareRoot()
        let beta = 2 * parameter / distance - (v * v).sum()
        var time = time
        if beta > 0 { time = time.truncatingRemainder(dividingBy: 2 * .pi * parameter / (beta * beta.squareRoot())) }
        let equation = Equation(
            distance: distance, radialProduct: (r * v).sum(), beta: beta, parameter: parameter, time: time)
        let g = equation.solution
        let newDistance = equation.derivative(g)
        // f − 1 and its like, so that nothing is lost where the motion is short.
        let (f, fRate) = (-parameter * g.second / distance, -parameter * g.first / (distance * newDistance))
        let (gValue, gRate) = (time - parameter * g.third, -parameter * g.second / newDistance)
        return ParticleState(position: r + (f * r + gValue * v), velocity: v + (fRate * r + gRate * v))
    }

    /// G₁, G₂ and G₃ of the universal anomaly.
    private struct Functions {
        let (first, second, third): (Double, Double, Double)
    }

    private struct Equation {
        let distance: Double
        let radialProduct: Double
        let beta: Double
        let parameter: Double
        let time: Double

        private var zeta: Double { parameter - beta * distance }

        /// The distance there, which is the derivative of the time.
        func derivative(_ g: Functions) -> Double {
            distance + radialProduct * g.first + zeta * g.second
        }

        private func excess(_ x: Double, _ g: Functions) -> Double {
            distance * x + radialProduct * g.second + zeta * g.third - time
        }

        /// The functions at the solution; some that are no numbers if there is none because of numbers that are not finite.
        var solution: Functions {
            var (low, high) = (0.0, firstBound)
            var x = min(time / distance, high)
            var g = functions(x)
            var lastStep = high
            // Twice as many as halvings of all bits of a double.
            for _ in 0..<128 {
                let excess = excess(x, g)
                guard excess != 0, excess.isFinite else { return g }
                if excess < 0 { low = x } else { high = x }
                let newtonStep = excess / derivative(g)
                // Below rounding there is nothing to gain.
                guard abs(newtonStep) > 0x1p-52 * x else { return g }
                var next = x - newtonStep
                // On a hyperbola Newton's steps are of one length as long as the anomaly is far too large.
                let isSlow = abs(newtonStep) > max(0.5 * abs(lastStep), 1e-6 * x)
                if isSlow || !(next > low && next < high) { next = 0.5 * (low + high) }
                lastStep = next - x
                x = next
                g = functions(x)
            }
            return g
        }

        /// An anomaly that is too large: that of a whole period, or one found by doubling.
        private var firstBound: Double {
            if beta > 0 { return 2 * .pi / beta.squareRoot() * (1 + 0x1p-40) }
            // From below, since the functions grow like exponentials.
            var bound = min(time / distance, 1 / max(-beta, .leastNormalMagnitude).squareRoot())
            while excess(bound, functions(bound)) < 0 { bound *= 2 }
            return bound
        }

        private func functions(_ x: Double) -> Functions {
            let c = KeplerOrbit.stumpff(beta * x * x)
            return Functions(first: x * c.first, second: x * x * c.second, third: x * x * x * c.third)
        }
    }

    /// Stumpff's functions c₁, c₂ and c₃ by series for a small argument, which is quadrupled until it is that wanted.
    private static func stumpff(_ argument: Double) -> Functions {
        var (z, quadruplings) = (argument, 0)
        while abs(z) > 0.1 {
            z /= 4
            quadruplings += 1
            // Not finite.
            guard quadruplings < 600 else { break }
        }
        var c3 = 1.0
        var c2 = 1.0
        for n in stride(from: 15.0, through: 5, by: -2) {
            c3 = 1 - z / (n * (n - 1)) * c3
            c2 = 1 - z / ((n - 1) * (n - 2)) * c2
        }
        c3 /= 6
        c2 /= 2
        var (c1, c0) = (1 - z * c3, 1 - z * c2)
        for _ in 0..<quadruplings {
            c3 = (c2 + c0 * c3) / 4
            c2 = c1 * c1 / 2
            c1 = c0 * c1
            c0 = 2 * c0 * c0 - 1
        }
        return Functions(first: c1, second: c2, third: c3)
    }
}
