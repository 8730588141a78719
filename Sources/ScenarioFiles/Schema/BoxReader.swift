import Particles

/// Reads the block
///
///     box: periodic                 around a lattice: 'open', 'periodic' or 'reflecting' in all directions
///     box: {x: …, y: …, z: …}       in each direction on its own; without z in two dimensions
///
/// A direction is one of these words, or has bounds: `{periodic: [0, 10]}`, `{reflecting: [0, 10]}`.
struct BoxReader {
    let lattice: Lattice?

    /// The box of a scenario that says nothing: without bounds, in the dimensions of the lattice.
    var defaultBox: Box {
        lattice?.kind.dimensions == 2 ? .openPlane : .open
    }

    /// The box, or `nil` if it is wrong, which is reported. If the particles could not be read (`hasSource`), that there is
    /// no lattice is no problem of the box.
    func read(_ value: Value?, hasSource: Bool) -> Box? {
        guard let value else { return nil }
        if value.form == .scalar {
            guard let boundary: Lattice.Boundary = value.choice() else { return nil }
            guard boundary != .open else { return defaultBox }
            guard let lattice else {
                if hasSource { reportMissingBounds(value) }
                return nil
            }
            return try? lattice.box(boundary)
        }
        return value.section { section in
            let x = section.required("x", for: "what the box is in x").map { axis($0, 0, hasSource) }
            let y = section.required("y", for: "what the box is in y").map { axis($0, 1, hasSource) }
            let z = section.optional("z").map { axis($0, 2, hasSource) }
            guard let x, let x, let y, let y else { return nil }
            if let z, z == nil { return nil }
            let axes = [x, y] + [z ?? nil].compactMap { $0 }
            if let lattice, axes.count != lattice.kind.dimensions {
                value.report(
                    "the box has \(axes.count) dimensions, but the lattice has \(lattice.kind.dimensions)",
                    expected: lattice.kind.dimensions == 3 ? "x, y and z" : "x and y")
                return nil
            }
            return try? Box(axes)
        }
    }

    private func axis(_ value: Value, _ axis: Int, _ hasSource: Bool) -> Box.Axis? {
        if value.form == .scalar {
            guard let boundary: Lattice.Boundary = value.choice() else { return nil }
            guard boundary != .open else { return .open }
            guard let lattice, axis < lattice.kind.dimensions else {
                if hasSource { reportMissingBounds(value) }
                return nil
            }
            return lattice.axis(axis, boundary)
        }
        guard let (name, bounds) = value.variant(of: ["periodic", "reflecting"]) else { return nil }
        guard let numbers = bounds.list(.exactly(2), of: "bounds", { $0.number() }) else { return nil }
        guard numbers[0] < numbers[1], (numbers[1] - numbers[0]).isFinite else {
            bounds.report("the upper bound must be greater than the lower bound")
            return nil
        }
        return name == "periodic" ? .periodic(numbers[0], numbers[1]) : .reflecting(numbers[0], numbers[1])
    }

    private func reportMissingBounds(_ value: Value) {
        value.report(
            "\(value.name) needs bounds: only a lattice has a size of its own", expected: "such as {periodic: [0, 10]}")
    }
}
