import CMath

extension Integration {
    /// The time at which the run ends.
    var end: Double { grid.time(ofStep: stepCount) }

    /// The number of steps over which something that is watched is looked at; `nil` if none is missed: adaptive methods and
    /// jump processes are watched over their own steps and at their own events, and where time counts sweeps there is
    /// nothing between these.
    var watchedStepCount: Int? { method.has(.ownSteps) || method.countsSweeps ? nil : stepCount }

    /// The number of moments of the grid at which a sample can be due; `nil` if there are no others.
    var sampledMomentCount: Int? { method.countsSweeps && step == 1 ? nil : stepCount + 1 }

    /// The number of moments of the grid from a time to another one, both included.
    func momentCount(from first: Double, to last: Double) -> Int {
        let last = min(last, end)
        return first > last ? 0 : Int(((last - first) / step).rounded(.down)) + 1
    }

    /// About the number of moments of the grid that are evenly spaced on a logarithmic axis, which is exact where there are
    /// so few that it matters.
    func momentCount(from first: Double, perDecade: Int) -> Int {
        first > end ? 0 : min(stepCount, Int((log10(end / first) * Double(perDecade)).rounded(.down)) + 1)
    }
}
