import Foundation
import Graphs
import TestSupport
import Testing

/// What XML can hold besides elements, and what is no XML.
@Suite struct GraphMLTests {
    private static let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let pair = """
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        <key id="n" for="node" attr.name="name" attr.type="string"/>
        <key id="w" for="edge" attr.name="weight" attr.type="double"/>
        <graph edgedefault="undirected">
        <node id="a"><data key="n">x &amp; é</data></node><node id="b"><data key="n">y</data></node>
        <edge source="a" target="b"><data key="w"> 1e1
        </data></edge></graph></graphml>
        """

    private func problems(_ text: String) -> String? {
        do {
            _ = try GraphFile(text: text, named: "x.graphml")
            return nil
        } catch {
            return error.description
        }
    }

    @Test("blanks around numbers, comments, processing instructions and CDATA are read as XML has them")
    func markup() throws {
        let plain = try GraphFile(text: Self.start + Self.pair, named: "x.graphml")
        #expect(plain.graph.vertexNames == ["x & é", "y"])
        #expect(plain.graph.weights(of: 0).map(Array.init) == [10])
        let marked = Self.pair
            .replacing("<graph ", with: "<?pi?><!-- a comment --><?other with=\"data\"?>\n<graph ")
            .replacing("x &amp; é", with: "<![CDATA[x & ]]>&#xE9;")
        #expect(try GraphFile(text: Self.start + marked, named: "x.graphml") == plain)
        let prefixed = Self.pair.replacing("<", with: "<g:").replacing("<g:/", with: "</g:")
            .replacing("xmlns=", with: "xmlns:g=")
        #expect(try GraphFile(text: Self.start + prefixed, named: "x.graphml") == plain)
        #expect(try GraphFile(text: "\u{FEFF}" + Self.pair, named: "x.graphml") == plain)
    }

    @Test("numbers under several keys of one name, as NetworkX writes them, are one attribute")
    func numbersOfSeveralKeys() throws {
        let text = """
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
              <key id="d3" for="edge" attr.name="weight" attr.type="double" />
              <key id="d2" for="edge" attr.name="weight" attr.type="long" />
              <key id="d1" for="node" attr.name="x" attr.type="double" />
              <key id="d0" for="node" attr.name="x" attr.type="long"><default>7</default></key>
              <key id="d4" for="node" attr.name="count" attr.type="int" />
              <key id="d5" attr.name="count" attr.type="long" />
              <graph edgedefault="undirected">
                <node id="a"><data key="d0">1</data><data key="d4">2</data></node>
                <node id="b"><data key="d1">2.5</data><data key="d5">3</data></node>
                <node id="c" />
                <edge source="a" target="b"><data key="d2">2</data><data key="d5">4</data></edge>
                <edge source="b" target="c"><data key="d3">0.5</data></edge>
              </graph>
            </graphml>
            """
        let file = try GraphFile(text: text, named: "x.graphml")
        #expect(file.graph.weights(of: 0).map(Array.init) == [2])
        #expect(file.graph.weights(of: 2).map(Array.init) == [0.5])
        #expect(
            file.vertexAttributes == [
                GraphAttribute(name: "x", kind: .double, values: ["1", "2.5", "7"]),
                GraphAttribute(name: "count", kind: .long, values: ["2", "3", nil]),
            ])
        #expect(file.edgeAttributes == [GraphAttribute(name: "count", kind: .long, values: ["4", nil])])
        #expect(
            problems(text.replacing("2.5</data>", with: "2.5</data><data key=\"d0\">2</data>"))
                == "x.graphml:10:43: error: there is another 'data' of the attribute 'x' in the same 'node'")
        let other = "attr.name=\"x\" attr.type=\"double\">"
        #expect(
            problems(text.replacing(other.dropLast() + " />", with: other + "<default>1</default></key>"))
                == "x.graphml:5:3: error: there is another 'default' of the attribute 'x'")
    }

    @Test(
        "a value is one of its own key's type, also where that is one of several of its name",
        arguments: [
            ("<data key=\"d0\">1<", "<data key=\"d0\">1.5<", "8:18", "'1.5' is not a whole number", "d0", "long"),
            ("<data key=\"d2\">2<", "<data key=\"d2\">2.0<", "11:33", "'2.0' is not a whole number", "d2", "long"),
            (
                "<data key=\"d4\">2<", "<data key=\"d4\">2147483648<", "8:61",
                "'2147483648' is not a whole number of 32 bits", "d4", "int"
            ),
            ("<data key=\"d1\">2.5<", "<data key=\"d1\">0x2<", "9:18", "'0x2' is not a number", "d1", "double"),
            ("<data key=\"d1\">2.5<", "<data key=\"d1\"><", "9:18", "'' is not a number", "d1", "double"),
            ("<default>7<", "<default>seven<", "5:3", "'seven' is not a whole number", "d0", "long"),
            ("<data key=\"d6\">True<", "<data key=\"d6\">yes<", "10:19", "'yes' is not a truth value", "d6", "boolean"),
        ])
    func typesOfValues(old: String, new: String, place: String, what: String, key: String, type: String) {
        let text = """
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
              <key id="d3" for="edge" attr.name="weight" attr.type="double" />
              <key id="d2" for="edge" attr.name="weight" attr.type="long" />
              <key id="d1" for="node" attr.name="x" attr.type="double" /><key id="d4" for="node" attr.name="x" attr.type="int" />
              <key id="d0" for="node" attr.name="x" attr.type="long"><default>7</default></key>
              <key id="d6" for="node" attr.name="is" attr.type="boolean" />
              <graph edgedefault="undirected">
                <node id="a"><data key="d0">1</data></node><node id="d"><data key="d4">2</data></node>
                <node id="b"><data key="d1">2.5</data></node>
                <node id="c" ><data key="d6">True</data></node>
                <edge source="a" target="b"><data key="d2">2</data></edge>
                <edge source="b" target="c"><data key="d3">0.5</data></edge>
              </graph>
            </graphml>
            """
        #expect(problems(text) == nil)
        #expect(
            problems(text.replacing(old, with: new))
                == "x.graphml:\(place): error: \(what), as the key '\(key)' is of the type '\(type)'")
    }

    @Test("two keys of one name that are not both of numbers are refused, and nothing else is told of them")
    func keysOfOneName() {
        let key = "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>"
        #expect(
            problems(Self.pair.replacing(key, with: key + "\n" + key))
                == "x.graphml:4:1: error: there is another key 'w'")
        let name = "<key id=\"v\" for=\"edge\" attr.name=\"weight\" attr.type=\"string\"/>"
        for other in [name, name.replacing(" for=\"edge\"", with: "")] {
            let text = Self.pair.replacing(key, with: key + "\n" + other)
                .replacing("<data key=\"w\">", with: "<data key=\"v\">")
            #expect(
                problems(text)
                    == "x.graphml:4:1: error: there is another key called 'weight': keys of one name are one attribute if they "
                    + "are numbers, but these are 'double' and 'string'")
        }
        #expect(problems(Self.pair.replacing(key, with: key + name.replacing("\"edge\"", with: "\"node\""))) == nil)
    }

    @Test("Gephi calls vertices by labels; drawings of yEd are left out of account")
    func programs() throws {
        let text = """
            <graphml><key attr.name="label" attr.type="string" for="node" id="label"/>
            <key id="d6" for="node" yfiles.type="nodegraphics"/>
            <graph edgedefault="directed"><node id="0"><data key="label">Ada</data>
            <data key="d6"><y:ShapeNode><y:node id="7">text</y:node></y:ShapeNode></data></node>
            <node id="1"><data key="label">Emmy</data></node><edge source="0" target="1"/></graph></graphml>
            """
        let graph = try GraphFile(text: text, named: "x.graphml").graph
        #expect(graph.vertexNames == ["Ada", "Emmy"] && graph.edgeCount == 1)
    }

    @Test("a key's data stand once in an element, and in one that the key is for")
    func data() {
        let name = "<data key=\"n\">y</data>"
        #expect(
            problems(Self.pair.replacing(name, with: name + "\n" + name))
                == "x.graphml:6:1: error: there is another 'data' of the attribute 'name' in the same 'node'")
        let empty = "<data key=\"n\"></data>"
        #expect(problems(Self.pair.replacing(name, with: empty + name))?.contains("there is another 'data'") == true)
        #expect(
            problems(Self.pair.replacing("<data key=\"w\">", with: "<data key=\"n\">1</data>\n<data key=\"w\">"))
                == "x.graphml:6:29: error: the key 'n' is for 'node', but stands in an 'edge'")
        #expect(
            problems(Self.pair.replacing(name, with: "<data key=\"w\">1</data>"))?
                .contains("the key 'w' is for 'edge', but stands in a 'node'") == true)
        #expect(problems(Self.pair.replacing(" for=\"node\"", with: " for=\"all\"")) == nil)
        #expect(problems(Self.pair.replacing(" for=\"node\"", with: "")) == nil)
    }

    @Test("elements of other namespaces are left out with all that is in them, whatever they are called")
    func foreignElements() throws {
        let plain = try GraphFile(text: Self.pair, named: "x.graphml")
        let drawings = [
            "<y:node id=\"7\"/>", "<y:edge source=\"a\" target=\"b\">text<node id=\"8\"/></y:edge>",
            "<node xmlns=\"urn:other\" id=\"9\"><data key=\"none\"/></node>", "<undeclared:node id=\"7\"/>",
        ]
        for drawing in drawings {
            let text = Self.pair.replacing("<node id=\"a\">", with: drawing + "<node id=\"a\">")
                .replacing("<graphml ", with: "<graphml xmlns:y=\"http://www.yworks.com/xml/graphml\" ")
            #expect(try GraphFile(text: text, named: "x.graphml") == plain, "\(drawing)")
            let inside = Self.pair.replacing("x &amp; é", with: "x &amp; \(drawing)é")
            #expect(try GraphFile(text: inside, named: "x.graphml") == plain, "\(drawing)")
        }
        // A prefix of the same namespace is one of the document's own.
        let own = Self.pair.replacing("<node id=\"b\">", with: "<g:node id=\"b\">")
            .replacing("y</data></node>", with: "y</data></g:node>")
            .replacing("<graphml ", with: "<graphml xmlns:g=\"http://graphml.graphdrawing.org/xmlns\" ")
        #expect(try GraphFile(text: own, named: "x.graphml") == plain)
        #expect(problems("<y:graphml/>")?.contains("there is no element 'graph'") == true)
    }

    @Test("Windows-1252 is read, and an encoding that cannot be is named")
    func singleByteEncodings() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "x.graphml")
        for (name, character, byte) in [
            ("windows-1252", "\u{20AC}", 0x80), ("Windows-1252", "\u{0178}", 0x9F), ("CP1252", "ÿ", 0xFF),
            ("latin1", "é", 0xE9),
        ] as [(String, String, UInt8)] {
            let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n" + Self.pair.replacing("é", with: "\u{1}")
            try Data(text.utf8.map { $0 == 1 ? byte : $0 }).write(to: URL(fileURLWithPath: path))
            #expect(try GraphFile(contentsOf: path).graph.vertexNames == ["x & " + character, "y"], "\(name)")
        }
        let told = problems("<?xml version=\"1.0\" encoding=\"koi8-r\"?>" + Self.pair)
        #expect(
            told?.contains("error: this is not well-formed XML: the encoding 'koi8-r' cannot be read, but ")
                == true, "\(told ?? "")")
    }

    @Test("other encodings are read as their declarations say", arguments: [String.Encoding.isoLatin1, .utf16])
    func encodings(_ encoding: String.Encoding) throws {
        let directory = try TemporaryDirectory()
        let name = encoding == .utf16 ? "UTF-16" : "ISO-8859-1"
        let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n" + Self.pair
        let path = directory.path(of: "x.graphml")
        try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: path))
        #expect(try GraphFile(contentsOf: path).graph.vertexNames == ["x & é", "y"])
    }

    @Test("a file that is cut short anywhere is refused")
    func cutShort() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "x.graphml")
        let bytes = Data((Self.start + Self.pair).utf8)
        for count in stride(from: 0, to: bytes.count, by: 3) {
            try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
            #expect(throws: DataFileError.self, "\(count)") { try GraphFile(contentsOf: path) }
        }
    }

    @Test("no change of bytes at random leads to a crash, and what is refused is refused with a reason")
    func mutations() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "x.graphml")
        let bytes = Data((Self.start + Self.pair).utf8)
        var random = SeededGenerator(seed: 1)
        var refusalCount = 0
        for _ in 0..<300 {
            var mutated = bytes
            for _ in 0...random.below(4) {
                let index = random.below(mutated.count - 8)
                switch random.below(4) {
                case 0: mutated[index] = UInt8(random.below(256))
                case 1: mutated.remove(at: index)
                case 2: mutated.insert(contentsOf: mutated[index..<index + 1 + random.below(8)], at: index)
                default:
                    mutated.insert(contentsOf: Array(["<", "&", "<!--", "]]>", "<?"][random.below(5)].utf8), at: index)
                }
            }
            try mutated.write(to: URL(fileURLWithPath: path))
            do {
                _ = try GraphFile(contentsOf: path)
            } catch {
                refusalCount += 1
                #expect(!error.problems.isEmpty && error.problems.allSatisfy { !$0.message.isEmpty })
            }
        }
        #expect(refusalCount > 150)
    }

    @Test("entities of a document are refused, and nothing is fetched from elsewhere")
    func entities() throws {
        let bomb = """
            <!DOCTYPE graphml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
            """
        let told = problems(bomb + Self.pair.replacing("y<", with: "&c;<"))
        #expect(told?.contains("the entity 'a' cannot be read: a graph must not define entities of its own") == true)
        let directory = try TemporaryDirectory()
        let secret = try directory.write("secret", to: "secret.txt")
        let foreign = "<!DOCTYPE graphml [<!ENTITY a SYSTEM \"file://\(secret)\">]>"
        #expect(problems(foreign + Self.pair.replacing("y<", with: "&a;<"))?.contains("entity 'a'") == true)
        let named = "<!DOCTYPE graphml SYSTEM \"http://nowhere.invalid/graphml.dtd\">\n"
        #expect(problems(named + Self.pair) == nil)
        for place in ["y<", "\"b\""] {
            let text =
                named + Self.pair.replacing(place, with: place.replacing("y", with: "&a;").replacing("b", with: "&a;"))
            #expect(problems(text)?.contains("'&a;' is not known") == true, "\(place)")
        }
    }

    @Test("what is not well-formed is told in words, with its place")
    func mistakes() throws {
        #expect(
            problems("<graphml>\n<node></graph>")
                == "x.graphml:2:9: error: this is not well-formed XML: the element 'node' of line 2 must be closed "
                + "before this tag"
        )
        // What follows from the first mistake, or comes after it, is not told in its place.
        let twice = problems("<graphml>\n<node a='1' a='2'/>\n<edge b=3/></graph>")
        #expect(
            twice?.contains(":2:") == true && twice?.contains("an attribute stands twice in an element") == true,
            "\(twice ?? "")")
        #expect(
            problems(Self.pair + "<more/>")?.contains("nothing may follow the end of the outermost element") == true)
        #expect(problems(Self.pair + "\0")?.contains(":7:33: error: this is not well-formed XML: a NUL byte") == true)
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "x.graphml")
        for text in ["<graphml><!-- Jos\u{1} --></graphml>", "<graph\u{1}ml/>"] {
            let bytes = text.utf8.map { $0 == 1 ? 0xE9 : $0 }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: DataFileError.self) { try GraphFile(contentsOf: path) }
            #expect(error?.description.contains("this is not well-formed XML: the text is not in the encoding") == true)
        }
    }
}
