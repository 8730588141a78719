import Foundation
import Testing

@testable import Particles

/// The system's library is right to one unit in the last place, whichever of its versions it takes.
@Suite("Elementary functions that are the same on every processor")
struct PortableFunctionTests {
    @Test("the exponential, from where it is 0 to where it is infinite")
    func exponential() {
        for step in -6900...6900 {
            let x = Double(step) / 10.1
            let expected = exp(x)
            #expect(abs(PortableFunctions.exponential(x) - expected) <= 3 * expected.ulp)
            #expect(abs(PortableFunctions.quickExponential(x) - expected) <= 3 * expected.ulp)
        }
        #expect(PortableFunctions.exponential(0) == 1)
        #expect(PortableFunctions.exponential(-1e300) == 0)
        #expect(PortableFunctions.exponential(1e300) == .infinity)
        #expect(PortableFunctions.quickExponential(0) == 1)
        #expect(PortableFunctions.quickExponential(-1e300) == 0)
        #expect(PortableFunctions.quickExponential(.infinity) == .infinity)
        #expect(PortableFunctions.quickExponential(.nan).isNaN)
    }

    @Test("the complementary error function, also where it is small")
    func complementaryError() {
        for step in 0...2500 {
            let x = Double(step) / 101
            let error = abs(PortableFunctions.complementaryError(x) - erfc(x))
            #expect(error <= (x < 2 ? 5e-16 : 5e-16 * (1 + x * x) * erfc(x)), "at \(x)")
        }
    }

    @Test("sine and cosine of turns")
    func sineAndCosine() {
        for step in 0...1000 {
            let turns = Double(step) / 1000
            let (sine, cosine) = PortableFunctions.sineAndCosine(ofTurns: turns)
            #expect(abs(sine - sin(2 * Double.pi * turns)) < 1e-15)
            #expect(abs(cosine - cos(2 * Double.pi * turns)) < 1e-15)
        }
        #expect(PortableFunctions.sineAndCosine(ofTurns: 0.25) == (1, 0))
        #expect(PortableFunctions.sineAndCosine(ofTurns: 0.5).cosine == -1)
    }

    @Test(
        "the table of the complementary error function and its derivative is right to 5e-16, and ends where both are small"
    )
    func table() {
        let table = ErrorFunctionTable()
        for step in 0...6600 {
            let x = Double(step) / 1013
            let values = table.values(at: x)
            #expect(abs(values.complement - erfc(x)) < 5e-16, "at \(x)")
            #expect(abs(values.slope + 2 / Double.pi.squareRoot() * exp(-x * x)) < 5e-16, "at \(x)")
        }
        #expect(table.values(at: 6.5) == (0, 0))
        #expect(table.values(at: .nan) == (0, 0))
        #expect(table.values(at: .infinity) == (0, 0))
    }
}
