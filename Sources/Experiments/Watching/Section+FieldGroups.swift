import Descriptions
import SimulationEngine

extension Section {
    /// The values of fields, or of parameters, that are given under their names, and those in lists under the names of groups of them;
    /// `nil` if one of these is refused, which is reported. In a plane, a list for a group of three may leave the third one out.
    func given(
        of names: [String], inGroups groups: [FieldGroup], isInPlane: Bool = false
    ) -> [(key: String, value: Value)]? {
        var given = self.given(of: names)
        var isRefused = false
        for group in groups {
            guard let value = optional(group.name) else { continue }
            guard let items = value.items(of: group, isInPlane: isInPlane) else {
                isRefused = true
                continue
            }
            for (field, item) in zip(group.fields, items) {
                guard !given.contains(where: { $0.key == field }) else {
                    item.report("'\(field)' is given twice: by its own name, and as one of '\(group.name)'")
                    isRefused = true
                    continue
                }
                given.append((field, item))
            }
        }
        return isRefused ? nil : given
    }
}

extension Value {
    /// The values of all fields of a group: those of a list, or 0 of each; `nil` if it is refused, which is reported.
    fileprivate func items(of group: FieldGroup, isInPlane: Bool) -> [Value]? {
        let count = group.fields.count
        if form == .list {
            let counts: CountRange = isInPlane && count == 3 ? .between(2, 3) : .exactly(count)
            return list(counts, of: "numbers or expressions") { $0 }
        }
        if word.flatMap(Double.init) == 0 { return [Value](repeating: self, count: count) }
        report(
            "\(name) stands for \(group.fields.enumerated(with: "and"))",
            expected: "a list of a number or an expression for each, 0 for all, or only '\(group.fields[0])'")
        return nil
    }
}
