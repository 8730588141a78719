/// Numbers of a state whose rates of change are given from outside instead of by the equations: zero for what is
/// pinned.
///
/// Integrators see to it: whoever asks a model for a derivative asks by ``DifferentialEquations/rates(at:of:into:)``.
struct HeldComponents {
    private(set) var components: [Int] = []
    private(set) var rates: [Double] = []

    var isEmpty: Bool { components.isEmpty }

    /// Gives a component a rate.
    ///
    /// - Complexity: O(*n*) for *n* held components.
    mutating func hold(_ component: Int, rate: Double) {
        if let index = components.firstIndex(of: component) {
            rates[index] = rate
        } else {
            components.append(component)
            rates.append(rate)
        }
    }

    /// Leaves a component to the equations again.
    mutating func release(_ component: Int) {
        guard let index = components.firstIndex(of: component) else { return }
        components.remove(at: index)
        rates.remove(at: index)
    }

    /// Replaces the rates of the held ones among components that begin at an index.
    func apply(to rates: UnsafeMutablePointer<Double>, from first: Int = 0) {
        for (component, rate) in zip(components, self.rates) where component >= first {
            rates[component - first] = rate
        }
    }
}
