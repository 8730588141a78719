import Testing

@testable import SimulationEngine

@Suite("Units") struct PhysicalUnitTests {
    private func converted(_ number: Double, _ unit: String, to other: String) throws -> Double? {
        let (unit, other) = (try #require(PhysicalUnit(unit)), try #require(PhysicalUnit(other)))
        return unit.conversion(to: other).map { $0.divides ? number / $0.factor : number * $0.factor }
    }

    @Test(
        "units of a kind are converted to each other, by powers of ten exactly",
        arguments: [
            ("S/cm^2", "mS/cm^2", 1000), ("nA/cm²", "µA/cm^2", 0.001), ("uF cm^-2", "µF/cm^2", 1), ("V", "mV", 1000),
            ("A/m^2", "µA/cm^2", 100), ("A s/V", "F", 1), ("kHz", "1/ms", 1), ("mS·V/cm^2", "µA/cm^2", 1000),
            ("Ohm", "V/A", 1), ("J", "kg m^2 s^-2", 1), ("W", "V A", 1), ("Pa", "N/m^2", 1), ("T", "Wb/m^2", 1),
            ("H", "ohm s", 1), ("mM", "mol/m^3", 1), ("L", "dm^3", 1), ("min", "s", 60), ("h", "min", 60),
            ("d", "h", 24),
            ("mV/ms^0.5", "V/s^0.5", 0.0316227766016838), ("eV", "J", 1.602176634e-19), ("mV/V", "1", 0.001),
            ("rad/s", "Hz", 1), ("1", "1", 1), ("K", "mK", 1000), ("cd", "cd", 1), ("Gm", "Tm", 0.001),
        ] as [(String, String, Double)])
    func conversions(unit: String, other: String, factor: Double) throws {
        let found = try #require(try converted(1, unit, to: other))
        #expect(abs(found - factor) <= 1e-14 * factor)
        let back = try #require(try converted(1, other, to: unit))
        #expect(abs(back - 1 / factor) <= 1e-14 / factor)
    }

    @Test("7 nA are the number nearest to 0.007 µA")
    func exact() throws { #expect(try converted(7, "nA", to: "µA") == 0.007) }

    @Test(
        "units of different kinds are not",
        arguments: [
            ("mV", "nA"), ("mV", "mV/ms"), ("kHz", "ms"), ("1", "ms"), ("mol", "mM"), ("mV", "mV^0.5"), ("K", "cd"),
        ])
    func kinds(unit: String, other: String) throws { #expect(try converted(1, unit, to: other) == nil) }

    @Test(
        "what is no unit is none", arguments: ["", " ", "mol mols", "mS/cm^x", "V^99", "mm Q", "2 mV", "kmin", "mrad"])
    func unknown(text: String) { #expect(PhysicalUnit(text) == nil) }

    @Test("products and powers are told without what cancels, and can be read again")
    func words() throws {
        let (volt, time) = (try #require(PhysicalUnit("mV")), try #require(PhysicalUnit("ms")))
        let rate = volt * time.raised(to: -1)
        #expect(rate.words == "mV/ms")
        #expect((rate * time).words == "mV")
        #expect((rate * rate.raised(to: -1)) == .one)
        #expect(PhysicalUnit.one.words == "1")
        #expect(time.raised(to: -1).words == "1/ms")
        #expect((rate * time.raised(to: 0.5)).words == "mV/ms^0.5")
        let product = rate * volt.raised(to: -3)
        #expect(product.words == "mV^-2 ms^-1")
        #expect(PhysicalUnit(product.words)?.words == product.words)
        #expect(volt.raised(to: 1.0 / 3).raised(to: 3) == volt)
    }
}
