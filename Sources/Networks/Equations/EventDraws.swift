import SimulationEngine

/// The numbers that formulas of events call random, as fields of their programs.
struct EventDrawFields: Sendable {
    /// In what is set: drawn for each event of a vertex.
    let ofVertex: Int

    /// In what is sent: drawn for each edge and event, that of the vertex from which the edge leads, and drawn once for the edge.
    let ofEdge: Int
    let ofSource: Int
    let lasting: Int

    /// Tests if what an event sets or sends depends on such a number.
    func areRead(by programs: EventPrograms) -> Bool {
        let ofEdges = [programs.messages, programs.outgoing?.program, programs.incoming?.program].compactMap { $0 }
        return programs.changes.usedFields.contains(ofVertex)
            || ofEdges.contains { !Set($0.usedFields).isDisjoint(with: [ofEdge, ofSource, lasting]) }
    }

    /// Tests if anything that is computed depends on such a number.
    func areRead(by programs: EquationPrograms) -> Bool {
        programs.edgeBeginnings.usedFields.contains(lasting) || programs.events.contains(where: areRead)
    }
}

/// Draws the numbers of events.
///
/// They are keyed by what happens: which event of the list, to which vertex, how often it has before, and along which edge. So they do
/// not depend on what else happens.
struct EventDraws {
    private let fields: EventDrawFields
    private let words: KeyedWords
    private let lastingWords: KeyedWords

    init(_ fields: EventDrawFields, from streams: RandomStreams) {
        self.fields = fields
        words = KeyedWords(key: streams.key(for: .eventNumbers))
        lastingWords = KeyedWords(key: streams.key(for: .edgeNumbers))
    }

    /// Which of the things that happen to a vertex something is: an event of the list, which has happened so often before.
    static func occasion(ofEvent event: Int, after count: UInt32) -> UInt64 { UInt64(event) << 32 | UInt64(count) }

    /// The same as a thing that happens to edges which lead to the vertex: what happens to the other end is another one.
    static func ofIncoming(_ occasion: UInt64) -> UInt64 { occasion | 1 << 63 }

    /// Draws for vertices what their changes read.
    func draw(
        for vertices: UnsafeBufferPointer<Int32>, to changes: ExpressionWorkspace, occasion: (Int32) -> UInt64
    ) {
        guard let numbers = changes.numbers(of: fields.ofVertex) else { return }
        for (row, vertex) in vertices.enumerated() { numbers[row] = number(of: vertex, occasion(vertex)) }
    }

    /// Draws for edges what is computed of them at an event of one of their ends.
    func draw(
        from sources: UnsafePointer<Int32>, to targets: UnsafePointer<Int32>, count: Int,
        for edges: ExpressionWorkspace, occasion: UInt64
    ) {
        if edges.reads(fields.ofSource) { edges.set(fields.ofSource, to: number(of: sources[0], occasion)) }
        if let numbers = edges.numbers(of: fields.ofEdge) {
            for edge in 0..<count {
                numbers[edge] = RandomWords.uniform(of: words.words(from: sources[edge], to: targets[edge], occasion).0)
            }
        }
        drawLasting(from: sources, to: targets, count: count, for: edges)
    }

    /// Draws the numbers of edges that stay the same.
    func drawLasting(
        from sources: UnsafePointer<Int32>, to targets: UnsafePointer<Int32>, count: Int, for edges: ExpressionWorkspace
    ) {
        guard let numbers = edges.numbers(of: fields.lasting) else { return }
        for edge in 0..<count {
            numbers[edge] = RandomWords.uniform(of: lastingWords.words(from: sources[edge], to: targets[edge], 0).0)
        }
    }

    private func number(of vertex: Int32, _ occasion: UInt64) -> Double {
        RandomWords.uniform(of: words.words(of: vertex, occasion).0)
    }
}
