import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct VariableArithmeticTests {
    @Test func aResultCanBeGivenToAVariableOfOptionals() {
        let height = track(Var<Int?>())
        height <- Var(1) + 2
        #expect(height.value == 3)
        height += 10
        height -= Var(6)
        #expect(height.value == 7)
    }

    @Test func resultsArePlainNumbers() {
        var total = track(Var(3)) + track(Var(2))
        #expect(type(of: total) == Int.self)
        total += Var(5)
        #expect(total == 10)
        let optional: Double? = track(Var(1.5)) * 2
        #expect(optional == 3)
    }

    @Test func operatorsBindAsUsual() {
        let one = track(Var(1))
        let two: Var<Int?>? = track(Var(2))
        let seven: Int? = 7
        #expect(one + two * seven - (one + 3) * two == 7)
        #expect(-two.int + seven == 5)
        #expect(two.int < seven.int && one + 1 == two.int)
    }

    @Test func assigningSendsOneUpdateToEachObserver() {
        let speed = track(Var(1.0))
        let logs = [UpdateLog(of: speed), UpdateLog(of: speed)]
        speed += 2
        speed *= Var(4.0)
        speed -= speed
        for log in logs {
            #expect(log.updates == [Update(1, 3), Update(3, 12), Update(12, 0)])
        }
    }

    @Test func assigningWhatChangesNothingSendsNothing() {
        let speed = track(Var(8))
        let log = UpdateLog(of: speed)
        speed += Var<Int?>()
        speed -= 0
        speed *= 1
        speed /= Int?.some(1)
        #expect(log.updates.isEmpty)
    }

    @Test func calculatingSendsNothing() {
        let speed = track(Var(8))
        let log = UpdateLog(of: speed)
        #expect(speed + speed * 2 - 1 / speed == 24)
        #expect(log.updates.isEmpty)
    }

    @Test func integerDivisionTruncates() {
        #expect(track(Var(-7)) / 2 == -3)
        #expect(7 / track(Var<Int?>(-2)) == -3)
    }

    @Test func integerDivisionByNothingTraps() async {
        #expect(track(Var(1)) / track(Var<Int?>(1)) == 1)
        await #expect(processExitsWith: .failure) {
            let quotient = Var(1) / Var<Int?>()
            print(quotient)
        }
    }
}

/// Numbers without variables, where the module's operators must not get in the way.
@Suite struct PlainArithmeticTests {
    @Test func plainNumbersAreCalculatedAsEver() {
        let values = [1.5, 2.5]
        let sum = values.reduce(0, +) + values.map { 2 * $0 - 1 }.reduce(1, *)
        #expect(type(of: sum) == Double.self)
        #expect(sum == 12)
        #expect(type(of: 1 + 2 * 3) == Int.self)
        #expect(type(of: 1 + 2.5) == Double.self)
        let optional: Float? = 1 / 2
        #expect(optional == 0.5)
        var counts = ["a": 1]
        counts["a", default: 0] += 1
        #expect(counts == ["a": 2])
        #expect(genericSum(of: 20, and: 3) == 63)
    }

    private func genericSum<Number: BinaryInteger & NumberValue>(of left: Number, and right: Number) -> Number {
        left + right + (left - right) + left / (right - 2) + right
    }
}
