extension Simulation {
    /// The time of the state that the model is in. It is that of the moment, but while crossings are looked for inside of
    /// a step, when the model shows states of times that are not moments yet.
    public var shownTime: Double { revision.time }
}
