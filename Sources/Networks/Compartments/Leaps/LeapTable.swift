/// A transition table as leaps read it: for each compartment the ways that lead out of it, in flat memory.
final class LeapTable {
    /// A way out of a compartment.
    struct Way {
        let rate: Double

        /// The number of the pressure that drives it, or -1 if it is spontaneous.
        let pressure: Int

        let target: UInt8
    }

    /// How many compartments act on neighbours: so many pressures there are.
    let pressureCount: Int

    /// How many compartments there are.
    let compartmentCount: Int

    /// For each compartment the number of the pressure that its vertices exert on their neighbours, or -1.
    let pressures: UnsafeMutablePointer<Int>

    /// Of how many compartments the rates of the ways out of each, and of those that it brings about, are products, and
    /// 3 where these are one and the same: what Cao, Gillespie and Petzold call *g*; 0 if it is in no rate.
    let orders: [Int]

    private let ways: UnsafeMutablePointer<Way>
    private let firstWays: UnsafeMutablePointer<Int>

    init<State: CompartmentName>(_ table: TransitionTable<State>) {
        let count = table.compartments.count
        compartmentCount = count
        pressures = .allocate(capacity: count)
        pressures.initialize(repeating: -1, count: count)
        let transitions = table.transitions.filter { $0.rate > 0 }
        var pressureCount = 0
        for transition in transitions {
            guard let inducer = transition.inducer.flatMap({ table.number(of: $0) }), pressures[inducer] < 0 else {
                continue
            }
            pressures[inducer] = pressureCount
            pressureCount += 1
        }
        self.pressureCount = pressureCount
        orders = table.compartments.map { Self.order(of: $0, in: transitions) }
        ways = .allocate(capacity: transitions.count)
        firstWays = .allocate(capacity: count + 1)
        firstWays.initialize(repeating: 0, count: count + 1)
        var next = 0
        for (source, compartment) in table.compartments.enumerated() {
            for transition in transitions where transition.source == compartment {
                guard let target = table.number(of: transition.target) else { continue }
                let pressure = transition.inducer.flatMap { table.number(of: $0) }.map { pressures[$0] } ?? -1
                (ways + next).initialize(to: Way(rate: transition.rate, pressure: pressure, target: UInt8(target)))
                next += 1
            }
            firstWays[source + 1] = next
        }
    }

    deinit {
        ways.deallocate()
        firstWays.deallocate()
        pressures.deallocate()
    }

    private static func order<State: CompartmentName>(
        of compartment: State, in transitions: [TransitionTable<State>.Transition]
    ) -> Int {
        transitions.map { transition in
            let parts = [transition.source, transition.inducer].count { $0 == compartment }
            return parts == 0 ? 0 : parts == 2 ? 3 : transition.inducer == nil ? 1 : 2
        }.max() ?? 0
    }

    /// The rate at which a vertex leaves its compartment under the pressures on it, which lie a stride apart.
    @inline(__always)
    func rate(outOf state: UInt8, under pressures: UnsafePointer<Double>, stride: Int) -> Double {
        var sum = 0.0
        for index in firstWays[Int(state)]..<firstWays[Int(state) + 1] {
            sum += strength(of: ways[index], under: pressures, stride: stride)
        }
        return sum
    }

    /// Where a vertex goes, for a number from 0 to the rate at which it leaves its compartment.
    @inline(__always)
    func target(
        outOf state: UInt8, under pressures: UnsafePointer<Double>, stride: Int, level: Double
    ) -> UInt8 {
        var rest = level
        var target = state
        for index in firstWays[Int(state)]..<firstWays[Int(state) + 1] {
            let strength = strength(of: ways[index], under: pressures, stride: stride)
            guard strength > 0 else { continue }
            target = ways[index].target
            rest -= strength
            if rest < 0 { break }
        }
        return target
    }

    /// The ways out of a compartment.
    func waysOut(of state: UInt8) -> UnsafeBufferPointer<Way> {
        UnsafeBufferPointer(
            start: ways + firstWays[Int(state)], count: firstWays[Int(state) + 1] - firstWays[Int(state)])
    }

    /// Adds the rates of a vertex to what flows out of its compartment and into others.
    @inline(__always)
    func addFlows(
        outOf state: UInt8, under pressures: UnsafePointer<Double>, stride: Int, to flows: UnsafeMutablePointer<Double>
    ) {
        for index in firstWays[Int(state)]..<firstWays[Int(state) + 1] {
            let strength = strength(of: ways[index], under: pressures, stride: stride)
            flows[Int(state)] += strength
            flows[Int(ways[index].target)] += strength
        }
    }

    /// The rate of a way.
    @inline(__always)
    func strength(of way: Way, under pressures: UnsafePointer<Double>, stride: Int) -> Double {
        way.pressure < 0 ? way.rate : way.rate * pressures[way.pressure * stride]
    }
}
