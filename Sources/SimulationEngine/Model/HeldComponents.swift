/// Numbers of a state whose rates of change are given from outside instead of by the equations: zero for what is
/// pinned.
///
/// Integrators see to it: whoever asks a model for a derivative asks by ``DifferentialEquations/rates(at:of:into:)``.
struct HeldComponents {
    var components: [Int] = []
    var rates: [Double] = []

    /// How many hold each of them.
    var holders: [Int] = []

    /// Where each of them stands in the lists. Never iterated.
    var positions: [Int: Int] = [:]

    var isEmpty: Bool { components.isEmpty }

    /// Holds a component, at rest until it is given a rate.
    ///
    /// - Complexity: O(1) expected.
    mutating func hold(_ component: Int) {
        if let position = positions[component] {
            holders[position] += 1
            rates[position] = 0
        } else {
            positions[component] = components.count
            components.append(component)
            rates.append(0)
            holders.append(1)
        }
    }

    /// Gives a held component a rate.
    mutating func setRate(_ rate: Double, of component: Int) {
        if let position = positions[component] { rates[position] = rate }
    }

    /// Leaves a component to the equations again, unless somebody else holds it, with whom it rests.
    mutating func release(_ component: Int) {
        guard let position = positions[component] else { return }
        holders[position] -= 1
        rates[position] = 0
        guard holders[position] == 0 else { return }
        positions[component] = nil
        components.swapRemove(at: position)
        rates.swapRemove(at: position)
        holders.swapRemove(at: position)
        if position < components.count { positions[components[position]] = position }
    }

    /// Holds the same numbers after rows were added, which moves all columns.
    mutating func move(fromRowCount old: Int, toRowCount new: Int) {
        guard !isEmpty else { return }
        components = components.map { $0 / old * new + $0 % old }
        positions = [:]
        for (position, component) in components.enumerated() { positions[component] = position }
    }

    /// Replaces the rates of the held ones among components that begin at an index.
    func apply(to rates: UnsafeMutablePointer<Double>, from first: Int = 0) {
        for (component, rate) in zip(components, self.rates) where component >= first {
            rates[component - first] = rate
        }
    }
}

extension Array {
    /// Removes an element, in whose place the last one comes.
    fileprivate mutating func swapRemove(at index: Int) {
        swapAt(index, count - 1)
        removeLast()
    }
}
