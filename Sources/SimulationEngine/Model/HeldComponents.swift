/// Numbers of a state that are given from outside instead of by the equations: those that are pinned keep a value, those that
/// are driven follow a function of time.
///
/// Integrators see to it in three ways: they ask for rates of change by ``DifferentialEquations/rates(at:of:into:)`` and
/// ``SecondOrderEquations/velocityRates(at:of:into:)``, which put what is driven to where it is at the time; they put it there
/// in states that they form; and what is held has no noise.
struct HeldComponents {
    /// The components that are held.
    private(set) var components: [Int] = []

    /// The value that each of them keeps while it is not driven.
    private(set) var values: [Double] = []

    /// How many hold each of them.
    private(set) var holders: [Int] = []

    /// Where each of them stands in the lists. Never iterated.
    private var positions: [Int: Int] = [:]

    /// All drives, in the order in which they began.
    private var drives: [DrivenNumber] = []

    /// The drives that components follow: of several drives of the same number the last one, and of a coordinate and its velocity
    /// the coordinate. To be chosen before they are asked for.
    private(set) var driven: [DrivenNumber] = []
    private(set) var isDrivenChosen = true

    /// The components that follow functions, and the velocities of those that are coordinates. Never iterated.
    private var followers: Set<Int> = []

    var isEmpty: Bool { components.isEmpty }

    func isHeld(_ component: Int) -> Bool { positions[component] != nil }

    /// Tests if a component follows a function of time, or the derivative of one.
    func isDriven(_ component: Int) -> Bool { followers.contains(component) }

    /// The components in a range that do, in order.
    func driven(in range: Range<Int>) -> [Int] { followers.filter(range.contains).sorted() }

    /// Holds a component at a value.
    ///
    /// - Complexity: O(1) expected.
    mutating func hold(_ component: Int, at value: Double) {
        isDrivenChosen = false
        if let position = positions[component] {
            holders[position] += 1
            values[position] = value
        } else {
            positions[component] = components.count
            components.append(component)
            values.append(value)
            holders.append(1)
        }
    }

    /// Has a component that is held keep another value.
    mutating func setValue(_ value: Double, of component: Int) {
        if let position = positions[component] { values[position] = value }
    }

    /// Leaves a component to the equations again, unless somebody else holds it, too.
    mutating func release(_ component: Int) {
        guard let position = positions[component] else { return }
        isDrivenChosen = false
        holders[position] -= 1
        guard holders[position] == 0 else { return }
        positions[component] = nil
        components.swapRemove(at: position)
        values.swapRemove(at: position)
        holders.swapRemove(at: position)
        if position < components.count { positions[components[position]] = position }
    }

    /// Has a number that is held follow a function.
    mutating func drive(_ number: DrivenNumber) {
        isDrivenChosen = false
        drives.append(number)
    }

    /// Ends a drive.
    mutating func endDrive(along motion: DrivenMotion) {
        guard drives.contains(where: { $0.motion === motion }) else { return }
        isDrivenChosen = false
        drives.removeAll { $0.motion === motion }
    }

    /// Chooses what is driven, and how.
    ///
    /// - Complexity: O(number of drives).
    mutating func chooseDriven() {
        isDrivenChosen = true
        driven = []
        var known = Set<Int>()
        for drive in drives.reversed() where known.insert(drive.component).inserted {
            if let coordinate = drive.coordinate, isHeld(coordinate) { continue }
            driven.append(drive)
        }
        followers = Set(driven.flatMap { [$0.component, $0.velocity].compactMap { $0 } })
    }

    /// Holds the same numbers after rows were added, which moves all columns.
    mutating func move(fromRowCount old: Int, toRowCount new: Int) {
        guard !isEmpty else { return }
        func moved(_ component: Int) -> Int { component / old * new + component % old }
        components = components.map(moved)
        noteComponents()
        drives = drives.map { $0.map(moved) }
        isDrivenChosen = false
    }

    private mutating func noteComponents() {
        positions = [:]
        for (position, component) in components.enumerated() { positions[component] = position }
    }
}

/// A number of a state that follows a function of time.
struct DrivenNumber {
    let component: Int

    /// Its velocity, if it is a coordinate: it follows the derivative.
    let velocity: Int?

    /// The coordinate whose velocity it is, if it is one.
    let coordinate: Int?

    let motion: DrivenMotion

    /// The same number elsewhere.
    func map(_ move: (Int) -> Int) -> DrivenNumber {
        DrivenNumber(
            component: move(component), velocity: velocity.map(move), coordinate: coordinate.map(move), motion: motion)
    }
}

// MARK: - States

extension HeldComponents {
    /// Puts what is held to where it is at a time, in the first numbers of a state.
    func place(at time: Double, in numbers: UnsafeMutablePointer<Double>, count: Int) {
        for (component, value) in zip(components, values) where component < count { numbers[component] = value }
        placeDriven(at: time, in: numbers, count: count)
    }

    /// Puts what is driven to where it is at a time, in the first numbers of a state.
    func placeDriven(at time: Double, in numbers: UnsafeMutablePointer<Double>, count: Int) {
        for number in driven {
            if number.component < count { numbers[number.component] = number.motion.value(time) }
            if let velocity = number.velocity, velocity < count { numbers[velocity] = number.motion.derivative(time) }
        }
    }

    /// Tells on which branches the functions are that are followed; `nil` if it is known of none that it has several.
    func branches(at time: Double) -> UInt64? {
        var sum = BranchSum()
        var isKnown = false
        for (part, number) in driven.enumerated() {
            guard let branches = number.motion.branches else { continue }
            sum.add(branches(time), ofPart: part)
            isKnown = true
        }
        return isKnown ? sum.value : nil
    }

    /// How far no function that is followed jumps or has a kink; `nil` if that is known of none.
    func smoothStretch(from time: Double, to end: Double) -> SmoothStretch? {
        driven.reduce(nil) { known, number in
            let next = number.motion.smoothStretch?(time, known?.end ?? end)
            return known?.shortened(to: next) ?? next
        }
    }

    /// Puts what is held of one node to where it is at a time.
    func place(at time: Double, in numbers: UnsafeMutablePointer<Double>, row: Int, rowCount: Int, columnCount: Int) {
        for component in stride(from: row, to: columnCount * rowCount, by: rowCount) {
            if let position = positions[component] { numbers[component] = values[position] }
        }
        for number in driven where number.component % rowCount == row {
            numbers[number.component] = number.motion.value(time)
            if let velocity = number.velocity { numbers[velocity] = number.motion.derivative(time) }
        }
    }

    /// Replaces the rates of change of what is held: 0, and that of the function for what is driven. That of the velocity of
    /// a driven coordinate, which nobody needs, is 0, and so is one that is not finite.
    func apply(to rates: UnsafeMutablePointer<Double>, at time: Double) {
        for component in components { rates[component] = 0 }
        for number in driven {
            let rate = number.motion.derivative(time)
            rates[number.component] = rate.isFinite ? rate : 0
        }
    }

    /// Replaces the accelerations of what is held by 0, among components that begin at an index.
    func clear(_ accelerations: UnsafeMutablePointer<Double>, from first: Int) {
        for component in components where component >= first { accelerations[component - first] = 0 }
    }

    /// Moves coordinates whose velocities are held for a step: by these, which are those of the middle of the step where they
    /// are driven.
    ///
    /// - Parameters:
    ///   - positions: The coordinates at the end, followed by the velocities.
    ///   - old: The coordinates at the beginning.
    ///   - count: The number of coordinates.
    ///   - start: The time at the beginning of the step.
    ///   - end: The time at its end.
    func drift(
        _ positions: UnsafeMutablePointer<Double>, from old: UnsafePointer<Double>, count: Int, start: Double,
        end: Double
    ) {
        let step = end - start
        for (component, value) in zip(components, values) where component >= count {
            positions[component] = value
            positions[component - count] = old[component - count] + step * value
        }
        for number in driven where number.component >= count {
            let velocity = number.motion.value(start + step / 2)
            positions[number.component] = velocity
            positions[number.component - count] = old[number.component - count] + step * velocity
        }
    }

    /// Mends a drift by velocities of which some are driven: these are to be those of the middle of the step.
    func mendDrift(
        _ positions: UnsafeMutablePointer<Double>, count: Int, start: Double, end: Double
    ) {
        let step = end - start
        for number in driven where number.component >= count {
            let velocity = number.motion.value(start + step / 2)
            positions[number.component - count] += step * (velocity - positions[number.component])
        }
    }
}

// MARK: - Checkpoints

extension HeldComponents {
    /// Archives what is held. What is driven, and how, is made anew by others.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        try archive.values(&components)
        try archive.values(&values)
        try archive.values(&holders)
        guard archive.isReading else { return }
        guard values.count == components.count, holders.count == components.count else {
            throw .damaged(reason: "\(components.count) numbers are held at \(values.count) values")
        }
        noteComponents()
        guard positions.count == components.count, holders.allSatisfy({ $0 > 0 }) else {
            throw .damaged(reason: "a number is held twice, or by nobody")
        }
        drives = []
        driven = []
        followers = []
    }
}

extension Array {
    /// Removes an element, in whose place the last one comes.
    fileprivate mutating func swapRemove(at index: Int) {
        swapAt(index, count - 1)
        removeLast()
    }
}
