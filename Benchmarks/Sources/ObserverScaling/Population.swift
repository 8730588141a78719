import ObserverCore

/// Many variables and one observer of them all: the times to begin an observation, to change a value and to end an
/// observation.
struct Population {
    let count: Int

    final class Counter: Observer {
        let receiver = Receiver()
        var count = 0
        var sum = 0.0
    }

    struct Times {
        var begin: Double
        var change: Double
        var end: Double
        var unobserved: Double
    }

    func observerCore() -> Times {
        let variables = ContiguousArray((0..<count).map { _ in Var(0.0) })
        let counter = Counter()
        let unobserved = nanoseconds { for index in variables.indices { variables[index].value = 0.5 } }
        let begin = nanoseconds {
            for variable in variables {
                counter.observe(variable) { update in
                    counter.count += 1
                    counter.sum += update.new
                }
            }
        }
        let change = nanoseconds { for index in variables.indices { variables[index].value = 1 } }
        precondition(counter.count == count && counter.sum == Double(count), "messages were lost")
        let end = nanoseconds { counter.stopObserving() }
        for variable in variables { variable.value = 2 }
        precondition(counter.count == count, "messages arrived after the end")
        return Times(
            begin: begin / Double(count), change: change / Double(count), end: end / Double(count),
            unobserved: unobserved / Double(count))
    }
}
