import ObserverCore
import TestSupport
import Testing

// Every operand has a form of its own, so that the compiler must find an operator for each pair of forms: `x` is a
// value, `o` an optional, `v` a variable, `m` a variable that may be missing. The left operand is 7, the right one 2.
@Suite(.tracksLifetimes) struct FloatOperatorTests {
    private let x: Float = 7, xo: Float? = 7, xv = track(Var<Float>(7)), xvo = track(Var<Float?>(7))
    private let xm: Var<Float>? = track(Var(7)), xmo: Var<Float?>? = track(Var(7))
    private let y: Float = 2, yo: Float? = 2, yv = track(Var<Float>(2)), yvo = track(Var<Float?>(2))
    private let ym: Var<Float>? = track(Var(2)), ymo: Var<Float?>? = track(Var(2))

    @Test func addition() {
        let all = [Float](repeating: 9, count: 6)
        #expect([x + y, x + yo, x + yv, x + yvo, x + ym, x + ymo] == all)
        #expect([xo + y, xo + yo, xo + yv, xo + yvo, xo + ym, xo + ymo] == all)
        #expect([xv + y, xv + yo, xv + yv, xv + yvo, xv + ym, xv + ymo] == all)
        #expect([xvo + y, xvo + yo, xvo + yv, xvo + yvo, xvo + ym, xvo + ymo] == all)
        #expect([xm + y, xm + yo, xm + yv, xm + yvo, xm + ym, xm + ymo] == all)
        #expect([xmo + y, xmo + yo, xmo + yv, xmo + yvo, xmo + ym, xmo + ymo] == all)
    }

    @Test func subtraction() {
        let all = [Float](repeating: 5, count: 6)
        #expect([x - y, x - yo, x - yv, x - yvo, x - ym, x - ymo] == all)
        #expect([xo - y, xo - yo, xo - yv, xo - yvo, xo - ym, xo - ymo] == all)
        #expect([xv - y, xv - yo, xv - yv, xv - yvo, xv - ym, xv - ymo] == all)
        #expect([xvo - y, xvo - yo, xvo - yv, xvo - yvo, xvo - ym, xvo - ymo] == all)
        #expect([xm - y, xm - yo, xm - yv, xm - yvo, xm - ym, xm - ymo] == all)
        #expect([xmo - y, xmo - yo, xmo - yv, xmo - yvo, xmo - ym, xmo - ymo] == all)
    }

    @Test func multiplication() {
        let all = [Float](repeating: 14, count: 6)
        #expect([x * y, x * yo, x * yv, x * yvo, x * ym, x * ymo] == all)
        #expect([xo * y, xo * yo, xo * yv, xo * yvo, xo * ym, xo * ymo] == all)
        #expect([xv * y, xv * yo, xv * yv, xv * yvo, xv * ym, xv * ymo] == all)
        #expect([xvo * y, xvo * yo, xvo * yv, xvo * yvo, xvo * ym, xvo * ymo] == all)
        #expect([xm * y, xm * yo, xm * yv, xm * yvo, xm * ym, xm * ymo] == all)
        #expect([xmo * y, xmo * yo, xmo * yv, xmo * yvo, xmo * ym, xmo * ymo] == all)
    }

    @Test func division() {
        let all = [Float](repeating: 3.5, count: 6)
        #expect([x / y, x / yo, x / yv, x / yvo, x / ym, x / ymo] == all)
        #expect([xo / y, xo / yo, xo / yv, xo / yvo, xo / ym, xo / ymo] == all)
        #expect([xv / y, xv / yo, xv / yv, xv / yvo, xv / ym, xv / ymo] == all)
        #expect([xvo / y, xvo / yo, xvo / yv, xvo / yvo, xvo / ym, xvo / ymo] == all)
        #expect([xm / y, xm / yo, xm / yv, xm / yvo, xm / ym, xm / ymo] == all)
        #expect([xmo / y, xmo / yo, xmo / yv, xmo / yvo, xmo / ym, xmo / ymo] == all)
    }

    @Test func assigningToAValue() {
        var x = x
        inTurn(x += y, x += yo, x += yv, x += yvo, x += ym, x += ymo)
        #expect(x == 19)
        inTurn(x -= y, x -= yo, x -= yv, x -= yvo, x -= ym, x -= ymo)
        #expect(x == 7)
        inTurn(x *= y, x *= yo, x *= yv, x *= yvo, x *= ym, x *= ymo)
        #expect(x == 448)
        inTurn(x /= y, x /= yo, x /= yv, x /= yvo, x /= ym, x /= ymo)
        #expect(x == 7)
    }

    @Test func assigningToAnOptional() {
        var xo = xo
        inTurn(xo += y, xo += yo, xo += yv, xo += yvo, xo += ym, xo += ymo)
        #expect(xo == 19)
        inTurn(xo -= y, xo -= yo, xo -= yv, xo -= yvo, xo -= ym, xo -= ymo)
        #expect(xo == 7)
        inTurn(xo *= y, xo *= yo, xo *= yv, xo *= yvo, xo *= ym, xo *= ymo)
        #expect(xo == 448)
        inTurn(xo /= y, xo /= yo, xo /= yv, xo /= yvo, xo /= ym, xo /= ymo)
        #expect(xo == 7)
    }

    @Test func assigningToAVariable() {
        inTurn(xv += y, xv += yo, xv += yv, xv += yvo, xv += ym, xv += ymo)
        #expect(xv.value == 19)
        inTurn(xv -= y, xv -= yo, xv -= yv, xv -= yvo, xv -= ym, xv -= ymo)
        #expect(xv.value == 7)
        inTurn(xv *= y, xv *= yo, xv *= yv, xv *= yvo, xv *= ym, xv *= ymo)
        #expect(xv.value == 448)
        inTurn(xv /= y, xv /= yo, xv /= yv, xv /= yvo, xv /= ym, xv /= ymo)
        #expect(xv.value == 7)
    }

    @Test func assigningToAVariableOfAnOptional() {
        inTurn(xvo += y, xvo += yo, xvo += yv, xvo += yvo, xvo += ym, xvo += ymo)
        #expect(xvo.value == 19)
        inTurn(xvo -= y, xvo -= yo, xvo -= yv, xvo -= yvo, xvo -= ym, xvo -= ymo)
        #expect(xvo.value == 7)
        inTurn(xvo *= y, xvo *= yo, xvo *= yv, xvo *= yvo, xvo *= ym, xvo *= ymo)
        #expect(xvo.value == 448)
        inTurn(xvo /= y, xvo /= yo, xvo /= yv, xvo /= yvo, xvo /= ym, xvo /= ymo)
        #expect(xvo.value == 7)
    }

    @Test func assigningToAnOptionalVariable() {
        inTurn(xm += y, xm += yo, xm += yv, xm += yvo, xm += ym, xm += ymo)
        #expect(xm?.value == 19)
        inTurn(xm -= y, xm -= yo, xm -= yv, xm -= yvo, xm -= ym, xm -= ymo)
        #expect(xm?.value == 7)
        inTurn(xm *= y, xm *= yo, xm *= yv, xm *= yvo, xm *= ym, xm *= ymo)
        #expect(xm?.value == 448)
        inTurn(xm /= y, xm /= yo, xm /= yv, xm /= yvo, xm /= ym, xm /= ymo)
        #expect(xm?.value == 7)
    }

    @Test func assigningToAnOptionalVariableOfAnOptional() {
        inTurn(xmo += y, xmo += yo, xmo += yv, xmo += yvo, xmo += ym, xmo += ymo)
        #expect(xmo?.value == 19)
        inTurn(xmo -= y, xmo -= yo, xmo -= yv, xmo -= yvo, xmo -= ym, xmo -= ymo)
        #expect(xmo?.value == 7)
        inTurn(xmo *= y, xmo *= yo, xmo *= yv, xmo *= yvo, xmo *= ym, xmo *= ymo)
        #expect(xmo?.value == 448)
        inTurn(xmo /= y, xmo /= yo, xmo /= yv, xmo /= yvo, xmo /= ym, xmo /= ymo)
        #expect(xmo?.value == 7)
    }

    @Test func literalsHaveTheTypeOfTheOtherOperand() {
        let results = [xv + 2, 2 + xv, xvo - 2, 2 * xm, xmo / 2, xo + 2, 2 - xo]
        #expect(results == [9, 9, 5, 14, 3.5, 9, -5])
        let fractions = [xv + 2.5, 2.5 + xv, xvo - 2.5, 2.5 * xm, xmo / 2.5, xo + 2.5, 2.5 - xo]
        #expect(fractions == [9.5, 9.5, 4.5, 17.5, 2.8, 9.5, -4.5])
    }

    @Test func literalsCanBeAssigned() {
        var xo = xo
        inTurn(xo += 2.5, xo -= 2.5, xo *= 2.5, xo /= 2.5, xo += 1)
        inTurn(xv += 2.5, xv -= 2.5, xv *= 2.5, xv /= 2.5, xv += 1)
        inTurn(xvo += 2.5, xvo -= 2.5, xvo *= 2.5, xvo /= 2.5, xvo += 1)
        inTurn(xm += 2.5, xm -= 2.5, xm *= 2.5, xm /= 2.5, xm += 1)
        inTurn(xmo += 2.5, xmo -= 2.5, xmo *= 2.5, xmo /= 2.5, xmo += 1)
        #expect([xo.number, xv.number, xvo.number, xm.number, xmo.number] == [8, 8, 8, 8, 8])
    }
}
