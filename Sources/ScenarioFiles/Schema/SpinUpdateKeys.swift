/// The keys of spin models that say how their methods work, each of which has an effect with some methods only.
extension NetworkModelReader {
    /// In which order single spins are updated, where the method does that.
    func order(in section: Section) -> Value? {
        let value = section.optional("order")
        guard method == .wolff else {
            section.noteDefault("order", "random")
            return value
        }
        value?.report(
            "'order' has no effect with 'wolff', which grows clusters",
            expected: "no 'order', or a method that updates single spins")
        return nil
    }

    /// How many clusters are grown in a unit of time, where the method grows any.
    func clusters(in section: Section) -> Int? {
        let value = section.optional("clusters")
        guard let method, method != .wolff, [IntegrationMethod].serving(.isingSpins, .pottsSpins).contains(method)
        else {
            section.noteDefault("clusters", "1")
            return value.map { $0.integer(.closed(1...1_000_000)) } ?? 1
        }
        value?.report(
            "'clusters' has no effect with '\(method.name)', which updates single spins",
            expected: "no 'clusters', or the method wolff")
        return 1
    }

    /// The method, if it is one; what is wrong with it is reported by ``IntegrationReader``.
    private var method: IntegrationMethod? {
        root.optional("integrate")?.member("method", reportingTo: Diagnostics())?.word
            .flatMap(IntegrationMethod.init(named:))
    }
}
