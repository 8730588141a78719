import Recording
import SimulationEngine

extension WatchContext {
    /// Takes note of the nodes that interventions add, before anything is read that may name them.
    func noteAddedNodes(_ intervene: Value) {
        for (_, value) in intervene.members("add-node") {
            addsNodes = true
            if let name = value.member("name", reportingTo: value.diagnostics)?.word { addedNames.insert(name) }
        }
    }
}

extension NodeReference {
    /// The number of a node without which something cannot be done.
    func requiredNumber(in model: some SimulationModel, for purpose: String) throws(MissingNode) -> Int {
        guard let number = number(in: model) else { throw MissingNode(reference: self, purpose: purpose) }
        return number
    }
}

/// A node that is to be added has not been added when it is needed.
struct MissingNode: Error, CustomStringConvertible {
    let reference: NodeReference
    let purpose: String

    var description: String {
        let node =
            switch reference {
            case .number(let number): String(number)
            case .name(let name): "'\(name)'"
            }
        return "there is no node \(node) yet when \(purpose): 'add-node' must come first"
    }
}
