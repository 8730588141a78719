/// The meanings of the names in an expression.
///
/// An underscore stands for a hyphen, too, which an expression takes for a minus. Where a name has several meanings,
/// an input goes before a given constant, and that before what is built in.
struct ExpressionNames: Sendable {
    enum Meaning: Sendable {
        case input(Int)
        case constant(Double)
        case definition(Formula)
        case node
        case time
    }

    /// All names as they are written in an expression, in the order in which they are listed for users.
    private(set) var all: [String] = []
    private var meanings: [String: Meaning] = [:]

    init(inputs: [String], constants: [String: Double]) {
        for (input, name) in inputs.enumerated() { add(name, .input(input)) }
        for (name, value) in constants.sorted(by: { $0.key < $1.key }) { add(name, .constant(value)) }
        add("pi", .constant(.pi))
        add("e", .constant(2.718281828459045))
        add("node", .node)
        add("time", .time)
    }

    func meaning(of name: String) -> Meaning? { meanings[name] }

    /// Lets a name stand for a formula, whatever it stood for.
    mutating func define(_ name: String, as formula: Formula) {
        let written = name.withUnderscores
        if meanings[written] == nil { all.append(written) }
        meanings[written] = .definition(formula)
    }

    private mutating func add(_ name: String, _ meaning: Meaning) {
        let written = name.withUnderscores
        guard meanings[written] == nil else { return }
        meanings[written] = meaning
        all.append(written)
    }
}

extension String {
    /// The text with underscores in the place of hyphens, as expressions write names.
    package var withUnderscores: String { String(map { $0 == "-" ? "_" : $0 }) }
}
