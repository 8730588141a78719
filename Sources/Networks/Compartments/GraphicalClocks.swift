import CMath
import SimulationEngine

/// How much hazard has passed, for each compartment, of leaving it and of meeting a neighbour from it: the time of the
/// processes of ``GraphicalProcess``. When a rate changes, it goes on at another pace.
final class GraphicalClocks {
    /// A clock that has shown a hazard at a time, and goes on at a rate.
    struct Clock: BitwiseCopyable {
        var reading = 0.0
        var rate = 0.0
    }

    /// The time of the readings.
    private(set) var since = 0.0

    private(set) var own: [Clock] = []
    private(set) var contact: [Clock] = []

    /// Takes note of rates, which hold from a time on.
    func update(to rates: TransitionRates, at time: Double) {
        let ownRates = (0..<rates.count).map { rates.actors[$0].spontaneous }
        let contactRates = (0..<rates.count).map { rates.actors[$0].contact }
        if own.isEmpty {
            own = ownRates.map { Clock(rate: $0) }
            contact = contactRates.map { Clock(rate: $0) }
            since = time
        }
        guard own.map(\.rate) != ownRates || contact.map(\.rate) != contactRates else { return }
        let elapsed = time - since
        own = zip(own, ownRates).map { Clock(reading: $0.reading + $0.rate * elapsed, rate: $1) }
        contact = zip(contact, contactRates).map { Clock(reading: $0.reading + $0.rate * elapsed, rate: $1) }
        since = time
    }
}

extension GraphicalClocks {
    /// The time of the first event after another time of a Poisson process whose hazard is that of a clock.
    ///
    /// The hazard is cut into windows of length 1, each of which has numbers of its own, so that no event has to be known to
    /// find a later one.
    ///
    /// - Parameters:
    ///   - now: The time after which it is.
    ///   - clock: The clock.
    ///   - weight: How many times as fast as the clock hazard grows.
    ///   - word: To what the numbers belong.
    ///   - keyedWords: The random numbers.
    /// - Returns: The time; infinite if the rate is 0.
    /// - Complexity: O(1) expected.
    func firstEvent(
        after now: Double, _ clock: Clock, weight: Double = 1, of word: UInt64, _ keyedWords: KeyedWords
    ) -> Double {
        let rate = clock.rate * weight
        guard rate > 0 else { return .infinity }
        let reading = clock.reading * weight
        var window = (reading + rate * (now - since)).rounded(.down)
        while true {
            // Where numbers are so large that 1 is nothing to them, a window is as long as their last place.
            let end = max(window + 1, window.nextUp)
            var (hazard, number) = (window, 0 as UInt64)
            while true {
                let next = keyedWords.words(after: word, Self.occasion(window, number)).0
                hazard -= log(RandomWords.positiveUniform(of: next))
                guard hazard < end else { break }
                let time = since + (hazard - reading) / rate
                if time > now { return time }
                number += 1
            }
            window = end
        }
    }

    /// The occasion to which a number of a window belongs: a window never has as many events as the 2¹¹ that are told apart.
    private static func occasion(_ window: Double, _ number: UInt64) -> UInt64 {
        window < 0x1p53 ? UInt64(window) << 11 | number : window.bitPattern
    }
}

extension GraphicalClocks {
    /// Archives the readings.
    func archive(in archive: StateArchive, compartmentCount: Int) throws(CheckpointError) {
        try archive.value(&since)
        try archive.values(&own)
        try archive.values(&contact)
        guard archive.isReading else { return }
        guard own.count == contact.count, own.isEmpty || own.count == compartmentCount, since.isFinite,
            (own + contact).allSatisfy({ $0.reading >= 0 && $0.reading.isFinite && $0.rate >= 0 && $0.rate.isFinite })
        else { throw .damaged(reason: "the clocks of compartments show what they cannot") }
    }
}
