import Foundation
import TestSupport
import Testing

@testable import ScenarioFiles
@testable import Sweeps

@Suite struct SweepPlanTests {
    @Test("Adding values, replicates or keys at their old values changes no run that was there")
    func adding() throws {
        let place = try TemporaryDirectory()
        let few = try place.sweep("{vary: {model.sir.infection: [0.5, 1]}, replicates: 2}", in: "a").names()
        let many = try place.sweep("{vary: {model.sir.infection: [0.25, 1, 0.5]}, replicates: 5}", in: "b").names()
        #expect(Set(few).count == 4)
        #expect(Set(many).count == 15)
        #expect(Set(few).isSubset(of: many))
    }

    @Test(
        "Independent runs have seeds of their own; with common seeds a replicate has the same at all points, the first that of the file"
    )
    func seeds() throws {
        let place = try TemporaryDirectory()
        let seeds = { (kind: String) in
            let plan = try place.sweep(
                "{vary: {model.sir.infection: [0.5, 1]}, replicates: 3, seeds: \(kind)}", in: kind
            ).plan
            return try (0..<6).map { try plan.scenario(ofRun: $0).seed }
        }
        let independent = try seeds("independent")
        #expect(Set(independent).count == 6)
        let common = try seeds("common")
        #expect(common[0] == 5)
        #expect(common.map { common.firstIndex(of: $0) } == [0, 0, 2, 2, 4, 4])
    }

    @Test(
        "The text of a run is that of its scenario with the values in it, whatever they are",
        arguments: ["independent", "common"])
    func texts(seeds: String) throws {
        let vary =
            "model.sir.infection: [0.5, 1e-3], graph.barabasi-albert.nodes: [40, 5e1], observe: [[{quantity: infected}], []]"
        let others = "name: [a-b, 'x: y', \"seed: 1\", null, true, '1'], integrate.until: [2]"
        let sweep = try TemporaryDirectory().sweep("{vary: {\(vary), \(others)}, replicates: 2, seeds: \(seeds)}")
        let base = try Document(SourceText(name: "walk", text: walk))
        for index in 0..<sweep.plan.runCount {
            let run = try sweep.plan.run(index)
            var changes = zip(sweep.plan.keys, run.values).map { Override("\($0)=\($1)") }
            let seed = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("seed: ") })
            #expect((seed == "seed: 5") == (seeds == "common" && run.replicate == 1))
            changes.append(Override("seed=\(seed.dropFirst(6))"))
            #expect(run.text == (try base.applying(changes).yaml()))
        }
    }

    @Test("Replicates are not correlated")
    func independence() throws {
        // One number of each replicate, the first uniform one of its seed.
        let plan = try TemporaryDirectory().sweep("{replicates: 2000}").plan
        let numbers = try (0..<2000).map { index in
            Double(try plan.scenario(ofRun: index).seed >> 11) * 0x1p-52
        }
        let deviations = numbers.map { $0 - 0.5 }
        // The sums of products of neighbours, and of squares, are normal: five deviations have a chance of 6·10⁻⁷.
        for lag in [1, 2, 3, 100] {
            let sum = (0..<2000 - lag).reduce(0) { $0 + deviations[$1] * deviations[$1 + lag] }
            #expect(abs(sum) < 5 * Double(2000 - lag).squareRoot() / 12)
        }
        let (sum, deviation) = (deviations.reduce(0, +), (2000.0 / 12).squareRoot())
        #expect(abs(sum) < 5 * deviation)
    }

    @Test("A run is named by what its data hold, not by where they lie, and what names files may be varied")
    func data() throws {
        let place = try TemporaryDirectory()
        let scenario = """
            graph: {edge-list: {file: a.csv}}
            model: {sir: {infection: 0.5, recovery: 1, initial: {infected: 0.5}}}
            integrate: {method: event-driven, until: 3, step: 1}
            observe: [{quantity: infected, every: 1}]
            """
        let files = "{vary: {graph.edge-list.file: [a.csv, b.csv]}}"
        try place.write("source,target\n0,1\n1,2\n", to: "a.csv")
        try place.write("source,target\n0,1\n1,2\n2,3\n", to: "b.csv")
        let sweep = try place.sweep(files, scenario, in: "first")
        let names = try sweep.names()
        #expect(try sweep.carryOut().isComplete)
        #expect(try sweep.collected().contains("b.csv,1,0.0,2"))
        // From the directory alone, after the files have gone.
        try FileManager.default.removeItem(atPath: place.path(of: "a.csv"))
        try FileManager.default.removeItem(atPath: place.path(of: "b.csv"))
        let again = try Sweep(contentsOf: place.path(of: "first"))
        #expect(try again.names() == names)
        #expect(try again.carryOut().earlier == 2)
        let run = place.path(of: "first/runs/\(names[1])")
        #expect(try VerifiedResults(in: run).damaged.isEmpty)
        // Other bytes under the same name are another run.
        try place.write("source,target\n0,1\n1,2\n0,2\n", to: "a.csv")
        try place.write("source,target\n0,1\n1,2\n2,3\n", to: "b.csv")
        let changed = try place.sweep(files, scenario, in: "second").names()
        #expect(changed[0] != names[0])
        #expect(changed[1] == names[1])
    }

    @Test(
        "Files of the same name in several folders are told apart, and files inside of mappings that are varied are copied"
    )
    func folders() throws {
        let place = try TemporaryDirectory()
        let edges = (0..<9).map { "\($0),\($0 + 1)\n" }.joined()
        for (folder, more) in [("one", ""), ("two", "0,2\n")] {
            try FileManager.default.createDirectory(atPath: place.path(of: folder), withIntermediateDirectories: false)
            try place.write("source,target\n\(edges)\(more)", to: "\(folder)/net.csv")
        }
        let values = "[{edge-list: {file: one/net.csv}}, {complete: {nodes: 10}}, {edge-list: {file: two/net.csv}}]"
        let sweep = try place.sweep("{vary: {graph: \(values)}}", in: "mappings")
        let names = try sweep.names()
        #expect(try sweep.carryOut().isComplete)
        try FileManager.default.removeItem(atPath: place.path(of: "one"))
        let again = try Sweep(contentsOf: place.path(of: "mappings"))
        #expect(try again.names() == names)
        #expect(try again.carryOut().earlier == 3)
        let labels = try again.names().indices.map { again.plan.labels(of: try again.plan.run($0))[0] }
        #expect(Set(labels).count == 3)
        #expect(labels.allSatisfy { !$0.contains("..") && !$0.contains("data/") })
        #expect(labels[0].contains("net.csv") && labels[2].contains("net.csv"))
        try FileManager.default.createDirectory(atPath: place.path(of: "one"), withIntermediateDirectories: false)
        try place.write("source,target\n\(edges)", to: "one/net.csv")
        let files = try place.sweep(
            "{vary: {graph.edge-list.file: [one/net.csv, two/net.csv]}}",
            walk.replacingOccurrences(
                of: "barabasi-albert: {nodes: 40, edges-per-node: 2}", with: "edge-list: {file: one/net.csv}"),
            in: "files")
        let fileLabels = try (0..<2).map { files.plan.labels(of: try files.plan.run($0))[0] }
        #expect(Set(fileLabels).count == 2 && fileLabels.allSatisfy { $0.hasSuffix("-net.csv") })
    }

    @Test("Equal words are one value, in whatever quotes they stand")
    func quotes() throws {
        let error = try #require(throws: (any Error).self) {
            try TemporaryDirectory().sweep("{vary: {observe.0.name: [a, \"a\", 'b']}}")
        }
        #expect("\(error)".contains("the value a of 'observe.0.name' stands twice"), "\(error)")
        let points = try TemporaryDirectory().sweep("{vary: {observe.0.name: [\"a\", '1', \"x: y\"]}}").plan.points
        #expect(points == [["a"], ["\"1\""], ["'x: y'"]])
    }

    @Test("What else lies in the folder of a sweep changes no run")
    func otherFiles() throws {
        let place = try TemporaryDirectory()
        let block = "{vary: {graph.barabasi-albert.edges-per-node: [2, 3]}}"
        let names = try place.sweep(block, in: "a").names()
        try place.write("not a value", to: "2")
        #expect(try place.sweep(block, in: "b").names() == names)
    }

    @Test("A directory of something else, and one that is no sweep, are refused")
    func directories() throws {
        let place = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: place.path(of: "full"), withIntermediateDirectories: false)
        try FileManager.default.createDirectory(atPath: place.path(of: "other"), withIntermediateDirectories: false)
        try place.write("of: somebody else", to: "other/sweep.yml")
        #expect(throws: SweepError.exists(path: place.path(of: "other"))) { try place.sweep("{}", in: "other") }
        try place.write("1", to: "full/notes.txt")
        #expect(throws: SweepError.exists(path: place.path(of: "full"))) { try place.sweep("{}", in: "full") }
        #expect(throws: SweepError.noSweep(path: place.path(of: "full"))) {
            try Sweep(contentsOf: place.path(of: "full"))
        }
        #expect(throws: SweepError.noSweep(path: place.path(of: "none"))) { try Sweep(reading: place.path(of: "none")) }
    }
}
