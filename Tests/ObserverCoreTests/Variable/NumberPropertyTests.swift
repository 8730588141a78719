import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct NumberPropertyTests {
    @Test func valuesHaveTheNumberTheyAre() {
        var int = 2
        int.int *= track(Var(7)).int
        #expect(int == 14)
        var float: Float? = nil
        #expect(float.float == 0)
        float.float += 1.5
        #expect(float == 1.5)
        var double: Double? = 2
        double.double /= 4
        #expect(double == 0.5)
    }

    @Test func variablesReadAndSetTheirNumber() {
        let int = track(Var(1))
        int.int += 4
        #expect(int.value == 5)
        let float = track(Var<Float>(1))
        float.float /= 2
        #expect(float.value == 0.5)
        let double = track(Var(1.0))
        double.double -= 3
        #expect(double.value == -2)
    }

    @Test func variablesOfOptionalsReadNilAsZeroAndReplaceIt() {
        let int = track(Var<Int?>())
        #expect(int.int == 0)
        int.int += 5
        #expect(int.value == 5)
        let float = track(Var<Float?>())
        #expect(float.float == 0)
        float.float = 2
        #expect(float.value == 2)
        let double = track(Var<Double?>())
        #expect(double.double == 0)
        double.double -= 2
        #expect(double.value == -2)
    }

    @Test func optionalVariablesReadAndSetTheirNumber() {
        let int: Var<Int>? = track(Var(1))
        int.int += 4
        #expect(int?.value == 5)
        let optionalInt: Var<Int?>? = track(Var())
        optionalInt.int += 4
        #expect(optionalInt?.value == 4)
        let float: Var<Float?>? = track(Var(1))
        float.float *= 4
        #expect(float?.value == 4)
        let double: Var<Double>? = track(Var(1))
        double.double *= 4
        #expect(double?.value == 4)
        let none: Var<Double?>? = nil
        none.double = 3
        #expect(none.double == 0)
    }

    @Test func settingSendsOneUpdateAndNoneForTheSameNumber() {
        let number = track(Var<Int?>())
        let log = UpdateLog(of: number)
        number.int += 5
        number.int = 5
        number.int *= 1
        number.int -= 1
        #expect(log.updates == [Update(nil, 5), Update(5, 4)])
    }

    @Test func anyNumericVariableHasANumber() {
        let bytes = track(Var<UInt8>(250))
        bytes.number += 5
        #expect(bytes.value == 255)
        let count = track(Var<Int64?>())
        #expect(count.number == 0)
        count += 3
        #expect(count * 2 == 6)
        let optional: Var<UInt16>? = track(Var(3))
        optional.number = 4
        #expect(optional + bytes.number.asUInt16 == 259)
    }

    @Test func numericTypesOfOnesOwnCanBeOperands() {
        let cents = track(Var(Cents(amount: 5)))
        cents += 3
        let none: Var<Cents?>? = nil
        #expect(cents * 2 - none == Cents(amount: 16))
    }
}

extension UInt8 {
    fileprivate var asUInt16: UInt16 { UInt16(self) }
}

/// A numeric type of which the observer library knows nothing.
private struct Cents: Numeric, NumberValue {
    var amount: Int

    var magnitude: UInt { amount.magnitude }

    init(amount: Int) { self.amount = amount }
    init(integerLiteral amount: Int) { self.amount = amount }
    init?<Source: BinaryInteger>(exactly source: Source) {
        guard let amount = Int(exactly: source) else { return nil }
        self.amount = amount
    }

    static func + (left: Cents, right: Cents) -> Cents { Cents(amount: left.amount + right.amount) }
    static func - (left: Cents, right: Cents) -> Cents { Cents(amount: left.amount - right.amount) }
    static func * (left: Cents, right: Cents) -> Cents { Cents(amount: left.amount * right.amount) }
    static func *= (left: inout Cents, right: Cents) { left = left * right }
}
