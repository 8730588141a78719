import Descriptions
import Testing

@Suite("Components")
struct ComponentTests {
    private enum Colour: String, CaseIterable, ParameterValue {
        case red
        case green
    }

    private let component = Component<String>(
        "thing", "something", Parameter("length", "its length", .positive, dimension: .length),
        Parameter("number", "how many", in: 1...9, default: 3),
        Parameter("colour", "its colour", default: Colour.green),
        Parameter("weight", "its weight", .nonNegative).optional
    ) { length, number, colour, weight in
        "\(length) \(number) \(colour) \(weight.map(String.init(describing:)) ?? "-")"
    }

    @Test("are made of what is given, and of defaults")
    func made() throws {
        #expect(try component.made(of: [.number(2), nil, nil, nil]) == "2.0 3 green -")
        #expect(try component.made(of: [.number(2), .integer(9), .text("red"), .number(0)]) == "2.0 9 red 0.0")
    }

    @Test("name the parameter that is missing or not possible")
    func refused() {
        #expect(throws: ParameterError.missing("length", purpose: "its length")) {
            try component.made(of: [nil, nil, nil, nil])
        }
        #expect(throws: ParameterError.impossible("length", .number(0), allowed: .number(.positive))) {
            try component.made(of: [.number(0), nil, nil, nil])
        }
        #expect(throws: ParameterError.impossible("number", .integer(10), allowed: .integer(1...9))) {
            try component.made(of: [.number(1), .integer(10), nil, nil])
        }
        #expect(throws: ParameterError.impossible("colour", .text("blue"), allowed: .choice(["red", "green"]))) {
            try component.made(of: [.number(1), nil, .text("blue"), nil])
        }
        #expect(throws: ParameterError.impossible("weight", .number(-1), allowed: .number(.nonNegative))) {
            try component.made(of: [.number(1), nil, nil, .number(-1)])
        }
    }

    @Test("say what they are made of")
    func described() {
        #expect(component.description.parameters.map(\.name) == ["length", "number", "colour", "weight"])
        #expect(
            component.description.parameters.map(\.necessity) == [
                .required, .default(.integer(3)), .default(.text("green")), .optional,
            ])
        #expect(component.description.parameters[0].dimension.words() == "length")
    }
}

@Suite("Parameters")
struct ParameterTests {
    @Test(
        "say what they may be",
        arguments: [
            (ParameterKind.number(.any), ParameterContent.number(-1), true), (.number(.any), .number(.infinity), false),
            (.number(.nonNegative), .number(0), true),
            (.number(.nonNegative), .number(-Double.leastNormalMagnitude), false),
            (.number(.positive), .number(Double.leastNormalMagnitude), true), (.number(.positive), .number(0), false),
            (.number(.fraction), .number(1), true), (.number(.fraction), .number(1.1), false),
            (.number(.any), .integer(1), false), (.integer(2...3), .integer(3), true),
            (.integer(2...3), .integer(4), false),
            (.flag, .flag(false), true), (.flag, .text("false"), false),
            (.list(of: .flag, count: 1...2), .list([.flag(true)]), true),
            (.list(of: .flag, count: 1...2), .list([]), false),
            (.either(.flag, or: .list(of: .flag, count: 1...2)), .flag(true), true),
            (.either(.flag, or: .list(of: .flag, count: 1...2)), .list([]), false),
            (.word(["all"], or: .nodes), .text("all"), true), (.word(["all"], or: .nodes), .text("none"), false),
            (.word(["all"], or: .nodes), [3].content, true), (.nodes, [-1].content, false),
            (.keyed("a", .flag), .keyed("a", [.flag(true)]), true),
            (.keyed("a", .flag), .keyed("b", [.flag(true)]), false),
            (.nodeNumbers(.positive), .nodeNumbers(.listed([1, 0])), false),
            (.nodeNumbers(.positive), .nodeNumbers(.drawn(.uniform(lower: -1, upper: 1))), true),
            (.vector(.positive), [1.0, 2, 3].content, true), (.vector(.positive), [1.0, 2].content, true),
            (.vector(.positive), [1.0, 0].content, false), (.vector(.any), [1.0].content, false),
            (.number(.positiveUpTo(2)), .number(2), true), (.number(.positiveUpTo(2)), .number(0), false),
            (.list(of: .flag, count: 1...2), .flag(true), false),
        ])
    func domains(kind: ParameterKind, content: ParameterContent, isPossible: Bool) {
        #expect(kind.contains(content) == isPossible)
    }

    @Test("are written as scenarios write them")
    func words() {
        #expect([1.0, 2.5].content.words == "[1, 2.5]")
        #expect(true.content.words == "true")
        #expect(Dimension(length: -3, energy: 1).words { $0 == "energy" ? "kJ/mol" : "nm" } == "kJ/mol nm^-3")
        #expect(Dimension.one.words() == "1")
    }

    @Test("references are sentences")
    func reference() {
        let reference = Reference("A. Author", "Title", "Journal", "1", page: "2", year: 2003, doi: "10.1/2")
        #expect(reference.words == "A. Author, Title, Journal 1 (2003) 2, DOI 10.1/2")
    }
}
