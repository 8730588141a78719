import Testing

@testable import GSL

@Suite("Methods of GSL")
struct ODEStepperTests {
    @Test("say of what order they are, and where they come from", arguments: ODEStepper.allCases)
    func words(stepper: ODEStepper) {
        if let order = stepper.order { #expect(stepper.summary.contains(", of order \(order)")) }
        #expect(!stepper.references.isEmpty)
        #expect(stepper.references.allSatisfy { $0.doi?.hasPrefix("10.") ?? ($0.year == 1964) })
    }

    @Test("know the orders by which embedded methods estimate errors")
    func estimates() {
        let lower: [ODEStepper: Int] = [.rk2: 2, .rkf45: 4, .rkck: 4, .rk8pd: 7]
        for (stepper, order) in lower {
            #expect(stepper.summary.hasSuffix("with errors estimated by one of order \(order)"))
        }
    }
}
