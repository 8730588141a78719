import Foundation
import ObserverCore
import TestSupport
import Testing

@Suite(.tracksLifetimes) struct VariableCodingTests {
    @Test func aVariableIsAnObjectWithItsStoredValue() throws {
        #expect(try json(of: track(Var(123))) == #"{"storedValue":123}"#)
        #expect(try json(of: track(Var<Int?>())) == #"{"storedValue":null}"#)
        #expect(try json(of: track(Var([1, 2]))) == #"{"storedValue":[1,2]}"#)
    }

    @Test func aVariableIsDecodedFromItsStoredValue() throws {
        #expect(try track(decode(Var<Int>.self, from: #"{"storedValue":123}"#)).value == 123)
        #expect(try track(decode(Var<Int?>.self, from: #"{"storedValue":123}"#)).value == 123)
        #expect(try track(decode(Var<Int?>.self, from: #"{"storedValue":null}"#)).value == nil)
    }

    @Test func aWrongOrMissingValueIsRefused() {
        #expect(throws: Never.self) { track(try decode(Var<Int>.self, from: #"{"storedValue":123}"#)) }
        #expect(throws: DecodingError.self) { try decode(Var<Int>.self, from: #"{"storedValue":"123"}"#) }
        #expect(throws: DecodingError.self) { try decode(Var<Int>.self, from: #"{"value":123}"#) }
        #expect(throws: DecodingError.self) { try decode(Var<Int>.self, from: "123") }
    }

    @Test func classesWithVariablesAreCodable() throws {
        let note = Note()
        #expect(try json(of: note) == #"{"number":{"storedValue":null},"text":{"storedValue":"String Variable"}}"#)
        note.text <- "123"
        note.number <- 123
        let encoded = #"{"number":{"storedValue":123},"text":{"storedValue":"123"}}"#
        #expect(try json(of: note) == encoded)
        let decoded = try decode(Note.self, from: encoded)
        #expect(decoded.text.value == "123")
        #expect(decoded.number.value == 123)
    }

    @Test func aDecodedVariableCanBeObserved() throws {
        let text = try decode(TextOnly.self, from: #"{"text":{"storedValue":"String Variable"}}"#).text
        let log = UpdateLog(of: text)
        text.value += "!"
        #expect(log.updates == [Update("String Variable", "String Variable!")])
    }

    @Test func encodingOnlyAndDecodingOnlyValuesSuffice() throws {
        struct Name: Encodable, Equatable { var name = "a" }
        #expect(try json(of: track(Var(Name()))) == #"{"storedValue":{"name":"a"}}"#)
        struct Age: Decodable, Equatable { var age: Int }
        #expect(try decode(Var<Age>.self, from: #"{"storedValue":{"age":3}}"#).value == Age(age: 3))
    }

    @Test func wrappedPropertiesAreCodedLikeVariables() throws {
        let settings = track(Settings())
        settings.title = "t"
        let encoded = #"{"count":{"storedValue":1},"title":{"storedValue":"t"}}"#
        #expect(try json(of: settings) == encoded)
        let decoded = try decode(Settings.self, from: #"{"count":{"storedValue":2},"title":{"storedValue":null}}"#)
        #expect(decoded.count == 2)
        #expect(decoded.title == nil)
    }
}

private class Note: Codable {
    private(set) var text = track(Var("String Variable"))
    private(set) var number = track(Var<Int?>())
}

private struct TextOnly: Codable {
    private(set) var text = track(Var(""))
}

private final class Settings: Codable {
    @ObservableVar var count = 1
    @ObservableVar var title: String?
}

private func json(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func decode<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}
