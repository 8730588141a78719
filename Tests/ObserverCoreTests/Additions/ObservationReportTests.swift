import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct ObservationReportTests {
    @Test func itTellsWhoObservesWhomHowOftenAndAtWhatCost() {
        let number = track(Var(1))
        let text = track(Var(""))
        let one = track(FreeObserver())
        let two = track(FreeObserver())
        #expect(number.observationReport.observationCount == 0)
        #expect(number.observationReport.byteCount == 0)
        one.observe(number) { _ in }
        two.observe(number) { _ in }
        one.observe(number) { _ in }
        one.observe(text) { _ in }

        let report = number.observationReport
        #expect(report.observationCount == 3)
        #expect(report.partners.map(\.id) == [ObjectIdentifier(one.receiver), ObjectIdentifier(two.receiver)])
        #expect(report.partners.map(\.observationCount) == [2, 1])
        // A header of 8 bytes and room for four slots of 32.
        #expect(report.byteCount == 136)
        #expect(report.description.hasPrefix("3 observations, 136 bytes\n  Receiver ObjectIdentifier("))

        let other = one.receiver.observationReport
        #expect(other.observationCount == 3)
        #expect(other.partners.map(\.id) == [ObjectIdentifier(number), ObjectIdentifier(text)])
        #expect(other.partners.map(\.type) == ["Variable<Int>", "Variable<String>"])
        #expect(other.byteCount >= 48)
    }
}
