import Descriptions
import ScenarioFiles

/// The JSON Schema of scenario files, made of the descriptions of components: editors complete and check by it.
///
/// It is of draft 7, which the YAML servers of editors know as a whole; of later drafts they leave out parts. What it refuses
/// `observatory validate` refuses, too, but not the other way round: what holds between keys is hardly in it.
public enum ScenarioSchema {
    /// The schema as JSON.
    public static var text: String {
        let definitions = ComponentCatalogue.kinds.map { (reference(to: $0.id), schema(of: $0)) }
        let head: [(String, JSONValue)] = [
            ("$schema", .string("http://json-schema.org/draft-07/schema#")),
            ("title", .string("A scenario of Observatory")),
        ]
        return JSONValue.object(
            of: head + root + [("definitions", .object(of: numbers + definitions))]
        ).text()
    }

    // MARK: Components

    /// A component of a kind as it is written.
    static func schema(of kind: ComponentCatalogue.Kind) -> JSONValue {
        switch kind.form {
        case .key: variants(of: kind)
        case .method: methods(of: kind)
        case .nameOrKey:
            anyOf([.fields(["enum": .strings(kind.components.map(\.name))]), variants(of: kind)])
        case .mapping:
            kind.components.count == 1
                ? mapping(of: kind.components[0].parameters)
                : .fields(["anyOf": .array(kind.components.map { mapping(of: $0.parameters) })])
        }
    }

    /// A mapping with one key, the name of a component.
    static func variants(of kind: ComponentCatalogue.Kind) -> JSONValue {
        oneKey(
            of: kind.components.map {
                (
                    $0.name,
                    described(
                        mapping(of: $0.parameters, and: kind.beside($0)),
                        ([$0.summary] + kind.needs(of: $0)).joined(separator: "; "))
                )
            })
    }

    /// The parameters of one of several components, with its name under `method`.
    static func methods(of kind: ComponentCatalogue.Kind) -> JSONValue {
        var properties: [(key: String, value: JSONValue)] = [
            ("method", described(.fields(["enum": .strings(kind.components.map(\.name))]), "one of the \(kind.name)"))
        ]
        for parameter in kind.components.flatMap(\.parameters)
        where !properties.contains(where: { $0.key == parameter.name }) {
            properties.append((parameter.name, property(parameter)))
        }
        let names = properties.dropFirst().map(\.key)
        let others = kind.components.first.map(kind.beside) ?? []
        properties += others.filter { $0.name != "method" }.map { ($0.name, property($0)) }
        var rules: [(methods: [String], parameters: [ParameterDescription])] = []
        for component in kind.components {
            if let index = rules.firstIndex(where: { $0.parameters == component.parameters }) {
                rules[index].methods.append(component.name)
            } else {
                rules.append(([component.name], component.parameters))
            }
        }
        let conditions = rules.map { rule -> JSONValue in
            let own = rule.parameters.map(\.name)
            return .fields([
                "if": .fields([
                    "properties": .fields(["method": .fields(["enum": .strings(rule.methods)])]),
                    "required": .strings(["method"]),
                ]),
                "then": .fields([
                    "properties": .object(of: names.filter { !own.contains($0) }.map { ($0, .bool(false)) }),
                    "required": .strings(rule.parameters.filter { $0.necessity == .required }.map(\.name)),
                ]),
            ])
        }
        let required = others.filter { $0.necessity == .required }.map(\.name)
        return .fields([
            "type": required.isEmpty ? .strings(["object", "null"]) : .string("object"),
            "properties": .object(of: properties),
            "required": required.isEmpty ? nil : .strings(required), "allOf": .array(conditions),
            "additionalProperties": .bool(false),
        ])
    }

    // MARK: Parameters

    /// A mapping of parameters, and of no other keys unless one of these stands for any; nothing at all is one without keys, unless that is
    /// excluded.
    static func mapping(
        of parameters: [ParameterDescription], and others: [ParameterDescription] = [], orNothing: Bool = true
    ) -> JSONValue {
        let parameters = parameters + others
        let open = parameters.first(where: \.necessity.isOpen)
        let closed = parameters.filter { !$0.necessity.isOpen }
        let required = closed.filter { $0.necessity == .required }.map(\.name)
        var choices: [[String]] = []
        for case .oneOf(let names) in closed.map(\.necessity) {
            // A section need not have all of those that are alternatives elsewhere.
            let present = names.filter { name in closed.contains { $0.name == name } }
            if !choices.contains(present) { choices.append(present) }
        }
        let rules = choices.map { names in
            JSONValue.fields(["oneOf": .array(names.map { .fields(["required": .strings([$0])]) })])
        }
        let mayBeEmpty = orNothing && required.isEmpty && choices.isEmpty
        return .fields([
            "type": mayBeEmpty ? .strings(["object", "null"]) : .string("object"),
            "properties": .object(of: closed.map { ($0.name, property($0)) }),
            "required": required.isEmpty ? nil : .strings(required), "allOf": rules.isEmpty ? nil : .array(rules),
            "additionalProperties": open.map(property) ?? .bool(false),
        ])
    }

    static func property(_ parameter: ParameterDescription) -> JSONValue {
        let mayHaveUnit = parameter.unit != nil || parameter.dimension == .time
        let schema = described(
            schema(of: parameter.kind, orMeasured: mayHaveUnit), "\(parameter.summary): \(parameter.terms)")
        guard let value = parameter.necessity.defaultContent?.json, case .object(let fields) = schema else {
            return schema
        }
        return .object(fields + [JSONValue.Field(key: "default", value: value)])
    }

    /// A schema with a description, beside which a reference would not count.
    static func described(_ schema: JSONValue, _ description: String) -> JSONValue {
        guard case .object(let fields) = schema else { return schema }
        let isReference = fields.contains { $0.key == "$ref" }
        let text = JSONValue.Field(key: "description", value: .string(description))
        return .object([text] + (isReference ? [JSONValue.Field(key: "allOf", value: .array([schema]))] : fields))
    }

    /// The schema of a kind, of which numbers may be written with a unit if they are measured in one.
    static func schema(of kind: ParameterKind, orMeasured isMeasured: Bool = false) -> JSONValue {
        switch kind {
        case .number(let domain): number(domain, orMeasured: isMeasured)
        case .integer(let range):
            .fields([
                "type": .string("integer"), "minimum": limit(range.lowerBound), "maximum": limit(range.upperBound),
            ])
        case .flag: .fields(["type": .string("boolean")])
        case .choice(let names): .fields(["enum": .strings(names)])
        case .list(let item, let count): list(of: schema(of: item, orMeasured: isMeasured), count)
        case .vector(let domain): list(of: number(domain), 2...3)
        case .either: alternatives(kind.alternatives, orMeasured: isMeasured)
        case .word(let words, let other): anyOf([.fields(["enum": .strings(words)]), schema(of: other)])
        case .keyed(let name, let item): oneKey(of: [(name, schema(of: item))])
        case .text, .name, .file, .condition: .fields(["type": .string("string"), "minLength": .number(1)])
        case .nodeNumbers(let domain):
            anyOf([
                number(domain, orMeasured: isMeasured),
                list(of: number(domain, orMeasured: isMeasured), 0...Int.max),
                .fields(["type": .string("string"), "pattern": .string("node")]),
                .fields(["$ref": .string("#/definitions/\(isMeasured ? measuredDistribution : distribution)")]),
            ])
        case .node: .fields(["type": .strings(["string", "number", "boolean"])])
        case .nodes: anyOf([schema(of: .node), list(of: schema(of: .node), 0...Int.max)])
        case .record(let parameters): mapping(of: parameters)
        case .expression: .fields(["type": .strings(["number", "string"])])
        case .component(let kind): .fields(["$ref": .string("#/definitions/\(reference(to: kind))")])
        }
    }

    /// One of several kinds, those that are mappings of one key together.
    static func alternatives(_ kinds: [ParameterKind], orMeasured isMeasured: Bool = false) -> JSONValue {
        var variants: [(String, JSONValue)] = []
        var others: [JSONValue] = []
        for kind in kinds {
            switch kind {
            case .keyed(let name, let item): variants.append((name, schema(of: item)))
            case .component(let kind) where ComponentCatalogue.kind(kind).form == .key:
                let place = "#/definitions/\(reference(to: kind))/properties/"
                let names = ComponentCatalogue.kind(kind).components.map(\.name)
                variants += names.map { ($0, .fields(["$ref": .string(place + $0)])) }
            case .record(let parameters):
                // Nothing is what is read otherwise, unless a default says what it is.
                let hasDefault = parameters.contains { $0.necessity.defaultContent != nil }
                others.append(mapping(of: parameters, orNothing: hasDefault))
            default: others.append(schema(of: kind, orMeasured: isMeasured))
            }
        }
        return anyOf(others + (variants.isEmpty ? [] : [oneKey(of: variants)]))
    }

    static let formulaOfNumbers = "formula-of-numbers"
    static let distribution = "distribution"
    static let measuredDistribution = "measured-distribution"

    /// Formulas in the place of numbers, and the distributions of a number for each node, without units and with them.
    static var numbers: [(String, JSONValue)] {
        [
            // What is neither a number nor has a name alone has an operator or a parenthesis.
            (
                formulaOfNumbers,
                .fields(["type": .string("string"), "pattern": .string("[-+*/^(]|^ *(pi|e) *$")])
            ), (distribution, numbersDrawn(orMeasured: false)), (measuredDistribution, numbersDrawn(orMeasured: true)),
        ]
    }

    private static func numbersDrawn(orMeasured isMeasured: Bool) -> JSONValue {
        let (any, width) = (number(.any, orMeasured: isMeasured), number(.nonNegative, orMeasured: isMeasured))
        let laws: [(String, JSONValue)] = [
            ("uniform", list(of: any, 2...2)), ("normal", law(("mean", any), ("deviation", width))),
            ("cauchy", law(("location", any), ("scale", width))),
        ]
        return oneKey(of: laws + [("quantiles", oneKey(of: laws))])
    }

    private static func law(_ middle: (String, JSONValue), _ width: (String, JSONValue)) -> JSONValue {
        .fields([
            "type": .string("object"), "properties": .object(of: [middle, width]),
            "required": .strings([middle.0, width.0]), "additionalProperties": .bool(false),
        ])
    }

    // MARK: Forms

    /// A number, or one with a unit if it is measured in one.
    static func number(_ domain: ParameterDomain, orMeasured isMeasured: Bool) -> JSONValue {
        guard isMeasured else { return number(domain) }
        return anyOf([.fields(["type": .string("string"), "pattern": .string("^[-+0-9.]\\S* +\\S")]), number(domain)])
    }

    static func number(_ domain: ParameterDomain) -> JSONValue {
        var fields: [(String, JSONValue)] = [("type", .string("number"))]
        switch domain {
        case .any: break
        case .nonNegative: fields += [("minimum", .number(0))]
        case .positive: fields += [("exclusiveMinimum", .number(0))]
        case .positiveUpTo(let greatest): fields += [("exclusiveMinimum", .number(0)), ("maximum", .number(greatest))]
        case .between(let least, let greatest): fields += [("minimum", .number(least)), ("maximum", .number(greatest))]
        }
        return anyOf([.object(of: fields), .fields(["$ref": .string("#/definitions/\(formulaOfNumbers)")])])
    }

    static func list(of item: JSONValue, _ count: ClosedRange<Int>) -> JSONValue {
        .fields([
            "type": .string("array"), "items": item,
            "minItems": count.lowerBound > 0 ? limit(count.lowerBound) : nil,
            "maxItems": count.upperBound < ParameterKind.greatestCount ? limit(count.upperBound) : nil,
        ])
    }

    /// A limit of a whole number, unless that is beyond what JSON can tell.
    static func limit(_ number: Int) -> JSONValue? {
        abs(Double(number)) < 0x1p53 ? .number(Double(number)) : nil
    }

    static func oneKey(of variants: [(String, JSONValue)]) -> JSONValue {
        .fields([
            "type": .string("object"), "properties": .object(of: variants.map { ($0, $1) }),
            "additionalProperties": .bool(false),
            "minProperties": .number(1), "maxProperties": .number(1),
        ])
    }

    static func anyOf(_ schemas: [JSONValue]) -> JSONValue {
        let flat = schemas.flatMap { schema -> [JSONValue] in
            guard case .object(let fields) = schema, fields.count == 1, case .array(let inner)? = fields.first?.value,
                fields[0].key == "anyOf"
            else { return [schema] }
            return inner
        }
        return flat.count == 1 ? flat[0] : .fields(["anyOf": .array(flat)])
    }

    static func reference(to kind: ComponentKind) -> String {
        String(kind.rawValue.map { $0.isLetter ? $0 : "-" })
    }
}

extension ParameterKind {
    /// The kinds that something can be of.
    var alternatives: [ParameterKind] {
        if case .either(let one, let other) = self { one.alternatives + other.alternatives } else { [self] }
    }
}
