/// Who has intervened at the latest time at which anybody did: what comes of it at that time has not happened by itself.
package struct LatestInterventions {
    private var time = -Double.infinity

    /// The authors by the nodes whose state they have changed; an empty text for one without a name.
    private var authors: [Int32: String] = [:]

    /// Who has changed something on which all nodes may depend.
    private var generalAuthor: String?

    package init() {}

    /// Takes note of an intervention.
    mutating func note(_ intervention: Intervention, by author: String?) {
        if intervention.moment.time != time {
            self = LatestInterventions()
            time = intervention.moment.time
        }
        if case .node(let node) = intervention.subject {
            authors[Int32(node)] = author ?? ""
        } else {
            generalAuthor = author ?? ""
        }
    }

    /// Who has intervened at a time in what a node depends on; `nil` if nobody has, an empty text if it has no name.
    package func author(at time: Double, on node: Int) -> String? {
        time == self.time ? authors[Int32(node)] ?? generalAuthor : nil
    }

    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.value(&time)
        var (nodes, names) = (authors.keys.sorted(), [generalAuthor ?? ""])
        names += nodes.map { authors[$0] ?? "" }
        var isGeneral = generalAuthor != nil
        try archive.flag(&isGeneral)
        try archive.values(&nodes)
        try archive.elements(&names, makeElement: { "" }) { (name) throws(CheckpointError) in try archive.text(&name) }
        guard archive.isReading else { return }
        guard names.count == nodes.count + 1, Set(nodes).count == nodes.count else {
            throw .damaged(reason: "interventions do not have one author each")
        }
        generalAuthor = isGeneral ? names[0] : nil
        authors = Dictionary(uniqueKeysWithValues: zip(nodes, names.dropFirst()))
    }
}
