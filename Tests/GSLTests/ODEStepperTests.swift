import Testing

@testable import GSL

@Suite("Methods of GSL")
struct ODEStepperTests {
    @Test("say where they come from", arguments: ODEStepper.allCases)
    func references(stepper: ODEStepper) {
        #expect(!stepper.references.isEmpty)
        #expect(stepper.references.allSatisfy { $0.doi?.hasPrefix("10.") ?? ($0.year == 1964) })
    }
}
