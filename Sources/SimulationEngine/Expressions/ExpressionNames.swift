/// What the names in an expression stand for.
///
/// An underscore stands for a hyphen, too, which an expression takes for a minus. Where a name has several meanings,
/// a field goes before a given constant, and that before what is built in.
struct ExpressionNames {
    enum Meaning {
        case field(Int)
        case constant(Double)
        case node
        case time
    }

    /// All names as they are written in an expression, in the order in which they are listed for users.
    private(set) var all: [String] = []
    private var meanings: [String: Meaning] = [:]

    init(fields: [String], constants: [String: Double]) {
        for (field, name) in fields.enumerated() { add(name, .field(field)) }
        for (name, value) in constants.sorted(by: { $0.key < $1.key }) { add(name, .constant(value)) }
        add("pi", .constant(.pi))
        add("e", .constant(2.718281828459045))
        add("node", .node)
        add("time", .time)
    }

    func meaning(of name: String) -> Meaning? { meanings[name] }

    private mutating func add(_ name: String, _ meaning: Meaning) {
        let written = String(name.map { $0 == "-" ? "_" : $0 })
        guard meanings[written] == nil else { return }
        meanings[written] = meaning
        all.append(written)
    }
}
