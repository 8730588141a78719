import Descriptions
import Particles

enum BoxKeys {
    private static let bounds = ParameterKind.list(of: .number(.any), count: 2...2)
    static let boundary = ParameterKind.choice(Lattice.Boundary.allCases.map(\.rawValue))
    private static let axis = ParameterKind.either(
        boundary, or: .either(.keyed("periodic", bounds), or: .keyed("reflecting", bounds)))
    static let x = ParameterDescription("x", "what the box is in x", axis, dimension: .length)
    static let y = ParameterDescription("y", "what the box is in y", axis, dimension: .length)
    static let z = ParameterDescription(
        "z", "what the box is in z, if it has three dimensions", axis, .optional, dimension: .length)
    static let description = ComponentDescription(
        name: "box",
        summary: "the room of particles, with its bounds or, around a lattice, without; or one word for all",
        parameters: [x, y, z])
}

/// Reads the room of particles: a word for all directions, around a lattice, or what it is in each.
struct BoxReader {
    let lattice: Lattice?

    /// The box of a scenario that says nothing: without bounds, in the dimensions of the lattice.
    var defaultBox: Box {
        lattice?.kind.dimensions == 2 ? .openPlane : .open
    }

    /// The dimensions that a box that cannot be read is meant to have: by its directions, else those of the lattice; `nil` if nothing is known.
    func dimensions(meantBy value: Value?) -> Int? {
        guard let value, value.form == .mapping else { return lattice?.kind.dimensions }
        return value.entries.count > 2 ? 3 : 2
    }

    /// The box, or `nil` if it is wrong, which is reported. If the particles could not be read (`hasSource`), that there is
    /// no lattice is no problem of the box.
    func read(_ value: Value?, hasSource: Bool) -> Box? {
        guard let value else { return nil }
        guard value.form != .nothing else {
            value.report(
                "\(value.name) says nothing",
                expected: "open, periodic or reflecting, or what it is in each direction, such as "
                    + "{x: {periodic: [0, 10]}, y: {periodic: [0, 10]}, z: open}")
            return nil
        }
        if value.form == .scalar {
            guard let boundary: Lattice.Boundary = value.choice() else { return nil }
            guard boundary != .open else { return defaultBox }
            guard let lattice else {
                if hasSource { reportMissingBounds(value) }
                return nil
            }
            return try? lattice.box(boundary)
        }
        return value.section(of: BoxKeys.description.parameters) { section in
            let x = section.read(BoxKeys.x) { axis($0, 0, hasSource) }
            let y = section.read(BoxKeys.y) { axis($0, 1, hasSource) }
            let z = section.readIfGiven(BoxKeys.z) { axis($0, 2, hasSource) }
            guard let x, let y, let z else { return nil }
            let axes = [x, y] + [z].compactMap { $0 }
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
