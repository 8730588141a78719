import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct ObservableVarTests {
    private final class Dial: Observer {
        let receiver = Receiver()
        @ObservableVar var number = 42
        @ObservableVar var text: String?
    }

    @Test func thePropertyIsTheValueAndItsProjectionTheVariable() {
        @ObservableVar var number = 42
        #expect(number == 42)
        let variable: Var<Int> = $number
        let log = UpdateLog(of: variable)
        number = 123
        number = 123
        number += 1
        #expect(log.updates == [Update(42, 123), Update(123, 124)])
        $number <- 7
        #expect(number == 7)
    }

    @Test func optionalsStartAtNilOrAtAValue() {
        let dial = track(Dial())
        #expect(dial.text == nil)
        @ObservableVar var text: String? = "old text"
        let log = UpdateLog(of: $text)
        text = "new text"
        text = nil
        #expect(log.updates == [Update("old text", "new text"), Update("new text", nil)])
    }

    @Test func observersMayReadAndSetThePropertyDuringADelivery() {
        let dial = track(Dial())
        var seen: [Int] = []
        dial.observe(dial.$number) { [unowned dial] _ in
            seen.append(dial.number)
            if dial.number < 3 { dial.number += 1 }
        }
        dial.number = 1
        #expect(seen == [1, 2, 3])
    }

    @Test func copiesOfAStructureShareTheVariable() {
        struct Reading: Equatable { @ObservableVar var level = 1 }
        let first = Reading()
        _ = track(first.$level)
        let copy = first
        first.level = 2
        #expect(copy.level == 2)
        #expect(first.$level === copy.$level)
    }

    @Test func structuresAreEqualIfTheirValuesAre() {
        struct Reading: Equatable { @ObservableVar var level = 1 }
        let first = Reading()
        let second = Reading()
        _ = (track(first.$level), track(second.$level))
        #expect(first == second)
        second.level = 2
        #expect(first != second)
    }

    @Test func propertiesCanHaveSetObservers() {
        final class Store {
            var saved: [Int] = []
            @ObservableVar var count = 0 {
                willSet { saved.append(newValue) }
            }
        }
        let store = track(Store())
        store.count = 3
        #expect(store.saved == [3])
        #expect(store.$count.value == 3)
    }

    @Test func projectionsCalculate() {
        @ObservableVar var number = 4
        _ = track($number)
        $number += 2
        #expect($number * 2 == 12)
        #expect(number == 6)
    }
}
