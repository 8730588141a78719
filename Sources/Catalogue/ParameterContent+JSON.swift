import Descriptions
import ScenarioFiles

extension ParameterContent {
    /// The value as JSON; `nil` for values of several parameters.
    var json: JSONValue? {
        switch self {
        case .number(let number): .number(number)
        case .integer(let number): .number(Double(number))
        case .flag(let flag): .bool(flag)
        case .text(let text): .string(text)
        case .keyed(let name, let items): items.first?.json.map { .object(of: [(name, $0)]) }
        case .nodeNumbers(let numbers): numbers.json
        case .list(let items): .array(items.compactMap(\.json))
        case .record: nil
        }
    }
}

extension NodeNumbers {
    fileprivate var json: JSONValue {
        switch self {
        case .drawn(let law): law.json
        case .listed(let numbers): .array(numbers.map(JSONValue.number))
        case .quantiles(let law): .object(of: [("quantiles", law.json)])
        }
    }
}

extension NodeNumbers.Law {
    fileprivate var json: JSONValue {
        switch self {
        case .constant(let number): .number(number)
        case .uniform(let lower, let upper): .object(of: [("uniform", .array([.number(lower), .number(upper)]))])
        case .normal(let mean, let deviation):
            .object(of: [("normal", .object(of: [("mean", .number(mean)), ("deviation", .number(deviation))]))])
        case .cauchy(let location, let scale):
            .object(of: [("cauchy", .object(of: [("location", .number(location)), ("scale", .number(scale))]))])
        }
    }
}
