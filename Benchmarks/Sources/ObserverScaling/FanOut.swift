import CFloor
import ObserverCore

/// One variable and many observers, each with a sum of its own: the time of a message to one of them.
struct FanOut {
    let count: Int

    final class Summer: Observer {
        let receiver = Receiver()
        var sum = 0.0
    }

    /// Sends often enough that about a million messages are delivered.
    private var rounds: Int { max(1, 2_000_000 / count) }

    func observerCore() -> Double {
        let variable = Var(0.0)
        let summers = (0..<count).map { _ in Summer() }
        for summer in summers {
            summer.observe(variable) { update in summer.sum += update.new }
        }
        let time = nanoseconds { for round in 1...rounds { variable.value = Double(round) } }
        check(summers.map(\.sum))
        return time / Double(rounds * count)
    }

    func cFunctions() -> Double {
        let handlers = (0..<count).map { _ in cfloor_summing_handler() }
        let time = nanoseconds {
            for round in 1...rounds { cfloor_send(handlers, count, Double(round - 1), Double(round)) }
        }
        check(handlers.map { cfloor_sum($0) })
        for handler in handlers { cfloor_free(handler) }
        return time / Double(rounds * count)
    }

    func swiftClosures() -> Double {
        let summers = (0..<count).map { _ in Summer() }
        let closures: [(Update<Double>) -> Void] = summers.map { summer in { summer.sum += $0.new } }
        let time = nanoseconds {
            for round in 1...rounds {
                let update = Update(Double(round - 1), Double(round))
                for closure in closures { closure(update) }
            }
        }
        check(summers.map(\.sum))
        return time / Double(rounds * count)
    }

    private func check(_ sums: [Double]) {
        let expected = Double(rounds) * Double(rounds + 1) / 2
        precondition(sums.allSatisfy { $0 == expected }, "messages were lost")
    }
}
