import Testing

@testable import Documents

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
        ("until", "untli", 1),
    ])
    func distance(left: String, right: String, distance: Int) {
        #expect(editDistance(Array(left.unicodeScalars), Array(right.unicodeScalars)) == distance)
    }

    @Test(arguments: [
        ("untill", "until"), ("utnil", "until"), ("STEP", "step"), ("order_parameter", "order-parameter"),
        ("stpe", "step"), ("tolerence", "tolerance"),
    ])
    func near(name: String, nearest: String) {
        #expect(name.nearest(in: ["method", "tolerance", "step", "until", "order-parameter"]) == nearest)
    }

    @Test(arguments: ["", "x", "banana", "stamp", "s", "methodology"])
    func far(name: String) {
        #expect(name.nearest(in: ["method", "tolerance", "step", "until", "a"]) == nil)
    }

    @Test func ranges() {
        #expect(NumberRange.closed(0.0...1.5).words == "between 0 and 1.5")
        #expect(NumberRange.closed(1...3).words == "between 1 and 3")
        #expect(NumberRange.positive.words == "greater than 0")
        #expect(NumberRange.nonNegative.words == "0 or greater")
        #expect(NumberRange.atLeast(2).words == "2 or greater")
        #expect(NumberRange.atMost(2).words == "at most 2")
        #expect(NumberRange.closed(0.0...1).contains(0.0) && NumberRange.closed(0.0...1).contains(1.0))
        #expect(!NumberRange.closed(0.0...1).contains(1.0.nextUp) && !NumberRange.positive.contains(0.0))
        #expect(!NumberRange.any.contains(.infinity) && !NumberRange.any.contains(.nan))
    }
}
