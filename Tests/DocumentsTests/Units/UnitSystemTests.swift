import Testing

@testable import Documents

@Suite struct UnitSystemTests {
    @Test("a pressure in two dimensions is an energy over an area")
    func plane() {
        let system = UnitSystem(length: "m", time: "s", mass: "kg")
        #expect(system.unit(of: .pressure, dimensions: 2) == "(kg m^2/s^2)/m^2")
    }
}
