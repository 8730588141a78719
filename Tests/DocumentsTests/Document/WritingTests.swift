import EngineTestSupport
import Testing

@testable import Documents

@Suite struct WritingTests {
    @Test func layout() throws {
        let text = """
            name: "12" # a comment
            graph: {watts-strogatz: {nodes: 10000, rewiring: 1e-1}}
            observe:
              - {quantity: order-parameter, nodes: [0,   17]}
              - every:
            note: "two\\nlines"
            """
        #expect(
            try document(text, set: ["graph.watts-strogatz.nodes=5"]).yaml() == """
                name: '12'
                graph:
                  watts-strogatz:
                    nodes: 5
                    rewiring: 1e-1
                observe:
                - quantity: order-parameter
                  nodes: [0, 17]
                - every: null
                note: "two\\nlines"

                """)
    }

    @Test(arguments: [
        DemoScenario.text, "a: ''\nb: ~\nc: 'null'\nd: null\ne: [~, '', 'true', true]\n",
        "a: '1'\nb: 0x1F\nc: 1e-12\nd: .nan\ne: -.inf\nf: 00012\ng: 0.1000\n",
        "'1': a\n'': b\n'true': c\n'a: b': d\n'# x': e\n'null': f\n",
        "a: |\n  two\n   lines\n\n\nb: >-\n  folded\n  text\nc: \" lead and trail \"\nd: \"\\t\\e\\0\"\n",
        "a: {}\nb: []\nc: [[], {}, [1, [2]]]\n", "ä: 日本語 é\nb: '🙂'\nc: \"\\u2028x\"\nd: 'it''s'\n",
        "a: yes\nb: no\nc: 1_000\nd: 1:30\ne: 2001-01-01\nf: =\ng: <<\n", "a: plain\n  text\n  over lines\n",
        "a: &x [1, 2]\nb: *x\n", "a: '- x'\nb: '[x'\nc: '@x'\nd: '%x'\ne: 'x:'\nf: ':x'\ng: '? x'\nh: '---'\n",
        "a: [x, 'y, z', '{', 'a: b', \"#\"]\n",
        "long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]\n",
    ])
    func roundTrip(text: String) throws {
        let original = try document(text)
        let written = try original.yaml()
        let again = try document(written)
        #expect(again.root == original.root, "\(written)")
        #expect(try again.yaml() == written)
    }
}
