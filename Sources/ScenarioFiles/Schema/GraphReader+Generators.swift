import Networks
import SimulationEngine

extension GraphReader {
    /// A generator as scenarios name it. Reading its parameters gives what makes the graph; `nil` if one is wrong.
    struct Generator: Sendable {
        typealias Make = (RandomStreams) throws -> Graph

        let name: String
        let read: @Sendable (Section) -> Make?
    }

    static let generators: [Generator] =
        randomGraphs + growingGraphs + smallWorlds + [
            Generator(name: "lattice") { section in
                let sides = section.required("sides", for: "the number of nodes along each axis")
                    .flatMap { $0.list(.atLeast(1), orLone: true, of: "numbers") { $0.integer(.atLeast(1)) } }
                let isPeriodic = section.flag("periodic", default: false)
                guard let sides, let isPeriodic else { return nil }
                return { _ in try .lattice(sides: sides, periodic: isPeriodic) }
            },
            Generator(name: "moore-lattice") { section in
                let sides = section.required("sides", for: "width and height")
                    .flatMap { $0.list(.exactly(2), of: "numbers") { $0.integer(.atLeast(1)) } }
                let isPeriodic = section.flag("periodic", default: false)
                guard let sides, let isPeriodic else { return nil }
                return { _ in try .mooreLattice(sides: sides, periodic: isPeriodic) }
            },
            Generator(name: "tree") { section in
                let branching = section.count("branching", for: "the number of children of a node")
                let depth = section.count("depth", for: "the number of levels below the root", atLeast: 0)
                guard let branching, let depth else { return nil }
                return { _ in try .tree(branching: branching, depth: depth) }
            },
            ofSize("random-tree") { try .randomTree(nodes: $0, from: $1) },
            ofSize("isolated") { nodes, _ in try Graph(vertexCount: nodes, edges: []) },
            ofSize("complete") { nodes, _ in try .complete(nodes: nodes) },
            ofSize("star") { nodes, _ in try .star(nodes: nodes) },
            ofSize("ring") { nodes, _ in try .ring(nodes: nodes) },
            ofSize("path") { nodes, _ in try .path(nodes: nodes) },
        ]

    /// A generator whose only parameter is the number of nodes.
    private static func ofSize(
        _ name: String, _ make: @escaping @Sendable (Int, RandomStreams) throws -> Graph
    ) -> Generator {
        Generator(name: name) { section in
            section.nodes().map { nodes in { try make(nodes, $0) } }
        }
    }

    private static let smallWorlds = [
        Generator(name: "watts-strogatz") { section in
            let nodes = section.nodes()
            let neighbours = section.count("neighbours", for: "the number of neighbours on the ring")
            let rewiring = section.probability("rewiring", for: "the probability with which an edge is moved")
            guard let nodes, let neighbours, let rewiring else { return nil }
            return {
                try .wattsStrogatz(
                    nodes: nodes, neighbours: neighbours, rewiring: rewiring, from: $0)
            }
        },
        Generator(name: "newman-watts") { section in
            let nodes = section.nodes()
            let neighbours = section.count("neighbours", for: "the number of neighbours on the ring")
            let shortcuts = section.probability("shortcuts", for: "the probability of a shortcut for each edge")
            guard let nodes, let neighbours, let shortcuts else { return nil }
            return {
                try .newmanWatts(
                    nodes: nodes, neighbours: neighbours, shortcuts: shortcuts, from: $0)
            }
        },
    ]

    private static let growingGraphs = [
        Generator(name: "barabasi-albert") { section in
            let nodes = section.nodes()
            let edges = section.count("edges-per-node", for: "the number of edges that each node brings")
            guard let nodes, let edges else { return nil }
            return { try .barabasiAlbert(nodes: nodes, edgesPerNode: edges, from: $0) }
        },
        Generator(name: "holme-kim") { section in
            let nodes = section.nodes()
            let edges = section.count("edges-per-node", for: "the number of edges that each node brings")
            let triangles = section.probability("triangles", for: "the probability of forming a triangle")
            guard let nodes, let edges, let triangles else { return nil }
            return {
                try .holmeKim(
                    nodes: nodes, edgesPerNode: edges, triangles: triangles, from: $0)
            }
        },
    ]

    private static let randomGraphs = [
        Generator(name: "erdos-renyi", read: readErdosRenyi),
        Generator(name: "configuration") { section in
            let degrees = section.required("degrees", for: "the degree of each node")
                .flatMap { $0.list(.atLeast(1), of: "numbers") { $0.integer(.atLeast(0)) } }
            let isSimple = section.flag("simple", default: true)
            guard let degrees, let isSimple else { return nil }
            return { try .configuration(degrees: degrees, simple: isSimple, from: $0) }
        },
        Generator(name: "random-regular") { section in
            let nodes = section.nodes()
            let degree = section.count("degree", for: "the degree of all nodes", atLeast: 0)
            guard let nodes, let degree else { return nil }
            return { try .randomRegular(nodes: nodes, degree: degree, from: $0) }
        },
        Generator(name: "random-inputs") { section in
            let nodes = section.nodes()
            let inputs = section.count("inputs", for: "the number of edges that lead to each node", atLeast: 0)
            guard let nodes, let inputs else { return nil }
            return { try .randomInputs(nodes: nodes, inputs: inputs, from: $0) }
        },
        Generator(name: "stochastic-block") { section in
            let sizes = section.required("sizes", for: "the number of nodes of each block")
                .flatMap { $0.list(.atLeast(1), of: "numbers") { $0.integer(.atLeast(1)) } }
            let probabilities = section.required(
                "probabilities", for: "the probabilities of edges, for each block a row"
            )
            .flatMap { $0.list(of: "lists") { $0.list(of: "numbers") { $0.number(.closed(0.0...1.0)) } } }
            guard let sizes, let probabilities else { return nil }
            return { try .stochasticBlock(sizes: sizes, probabilities: probabilities, from: $0) }
        },
        Generator(name: "random-geometric") { section in
            let nodes = section.nodes()
            let radius = section.required("radius", for: "the greatest distance of nodes that are joined")
                .flatMap { $0.number(.positive) }
            section.noteDefault("dimension", "2")
            let dimension = section.optional("dimension").map { $0.integer(.closed(2...3)) } ?? 2
            let isPeriodic = section.flag("periodic", default: false)
            guard let nodes, let radius, let dimension, let isPeriodic else { return nil }
            return {
                try RandomGeometricGraph(
                    nodes: nodes, radius: radius, dimension: dimension, periodic: isPeriodic, from: $0
                ).graph
            }
        },
    ]

    /// With a probability for each pair of nodes, or with a number of edges.
    @Sendable private static func readErdosRenyi(_ section: Section) -> Generator.Make? {
        let nodes = section.nodes()
        let edges = section.optional("edges")
        let probability = section.optional("probability")
        switch (probability, edges) {
        case (let probability?, nil):
            guard let nodes, let probability = probability.number(.closed(0.0...1.0)) else { return nil }
            return { try .erdosRenyi(nodes: nodes, probability: probability, from: $0) }
        case (nil, let edges?):
            guard let nodes, let count = edges.integer(.atLeast(0)) else { return nil }
            return { try .erdosRenyi(nodes: nodes, edges: count, from: $0) }
        default:
            section.value.report(
                "\(section.value.name) must have either 'probability' or 'edges'",
                expected: "the probability of an edge or the number of edges")
            return nil
        }
    }
}

extension Section {
    /// The number of nodes.
    fileprivate func nodes() -> Int? {
        required("nodes", for: "the number of nodes").flatMap { $0.integer(.closed(1...Int(Int32.max))) }
    }

    fileprivate func count(_ key: String, for purpose: String, atLeast least: Int = 1) -> Int? {
        required(key, for: purpose).flatMap { $0.integer(.closed(least...Int(Int32.max))) }
    }

    fileprivate func probability(_ key: String, for purpose: String) -> Double? {
        required(key, for: purpose).flatMap { $0.number(.closed(0.0...1.0)) }
    }

    fileprivate func flag(_ key: String, default value: Bool) -> Bool? {
        noteDefault(key, "\(value)")
        return optional(key).map { $0.boolean() } ?? value
    }
}
