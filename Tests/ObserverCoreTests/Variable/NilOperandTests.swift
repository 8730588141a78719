import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct NilOperandTests {
    // The ways in which there can be no number.
    private let noValue: Int? = nil
    private let noValueInVariable = track(Var<Int?>())
    private let noVariable: Var<Int>? = nil
    private let noVariableOfOptional: Var<Int?>? = nil
    private let noValueInOptionalVariable: Var<Int?>? = track(Var())

    private var all: [any NumberOperand<Int>] {
        [noValue, noValueInVariable, noVariable, noVariableOfOptional, noValueInOptionalVariable]
    }

    @Test func nothingCountsAsZero() {
        #expect(all.map { $0.number } == [0, 0, 0, 0, 0])
        for nothing in all {
            let results = [nothing + 5, 5 + nothing, nothing - 5, 5 - nothing, nothing * 5, 5 * nothing, nothing / 5]
            #expect(results == [5, 5, -5, 5, 0, 0, 0])
        }
    }

    @Test func nothingAndNothingIsZero() {
        #expect(noValue + noVariable == 0)
        #expect(noValueInVariable - noVariableOfOptional == 0)
        #expect(noValueInOptionalVariable * noValue == 0)
    }

    @Test func floatingPointDivisionByNothingIsInfinite() {
        #expect(Var(1.5) / Var<Double?>() == .infinity)
        let indefinite = track(Var<Double?>()) / Var<Double>?.none
        #expect(indefinite.isNaN)
    }

    @Test func assigningStartsFromZero() {
        var value: Int?
        value += 5
        #expect(value == 5)
        noValueInVariable -= Var(5)
        #expect(noValueInVariable.value == -5)
        noValueInOptionalVariable += noValueInVariable
        #expect(noValueInOptionalVariable?.value == -5)
    }

    @Test func assigningZeroReplacesNil() {
        let log = UpdateLog(of: noValueInVariable)
        noValueInVariable *= 3
        #expect(log.updates == [Update(nil, 0)])
    }

    @Test func withoutAVariableNothingHappens() {
        inTurn(noVariable += 5, noVariableOfOptional -= 5, noVariable *= Var(5), noVariableOfOptional /= 5)
        inTurn(noVariable.int = 5, noVariableOfOptional.int += 5, noVariable.number = 5)
        #expect(noVariable == nil)
        #expect(noVariableOfOptional == nil)
    }
}
