/// When a condition first comes to hold.
package struct FirstTime: Equatable {
    package let time: Double

    /// True if something has made it hold at once, such as an intervention: no movement has led there.
    package let isByJump: Bool
}

/// Watches for when a condition first comes to hold, where crossings are told, and what jumps over a level is not.
struct AwaitedBeginning {
    /// When; `nil` as long as that is not known.
    private(set) var known: FirstTime?

    /// As far as it is known, whether it holds.
    private var holds: Bool?

    /// The moment since when it is seen to hold without a crossing.
    private var seenSince: Double?

    /// Takes note of a crossing, and whether the condition holds after it.
    mutating func noteCrossing(at time: Double, holds: Bool) {
        defer { (self.holds, seenSince) = (holds, nil) }
        guard known == nil, self.holds != true else { return }
        if holds {
            known = FirstTime(time: time, isByJump: false)
        } else if self.holds == false {
            // It has ceased to hold, and so must have come to do so.
            known = FirstTime(time: seenSince ?? time, isByJump: true)
        }
    }

    /// Takes note of whether the condition holds at a moment. A crossing at that moment may be told after it.
    mutating func noteMoment(at time: Double, holds: Bool) {
        guard known == nil else { return }
        if !holds || self.holds == nil {
            (self.holds, seenSince) = (holds, nil)
        } else if self.holds == false, let seenSince {
            known = FirstTime(time: seenSince, isByJump: true)
        } else if self.holds == false {
            seenSince = time
        }
    }
}
