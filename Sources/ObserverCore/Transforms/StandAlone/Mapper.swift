/// Sends the messages of its origin mapped by a closure. Made by ``ObservableObject/map(_:)`` and others.
///
/// It is a cache if its origin is one.
public final class Mapper<Origin: ObservableObject, Mapped>: ObservableTransform<Origin, Mapped> {
    let map: (Origin.Message) -> Mapped

    /// Creates a mapper.
    public init(_ origin: Origin, _ map: @escaping (Origin.Message) -> Mapped) {
        self.map = map
        super.init(origin) { message, _ in map(message) }
    }
}

extension Mapper: ObservableCache where Origin: ObservableCache {
    /// The latest message of the origin, mapped.
    public var latestMessage: Mapped { map(origin.latestMessage) }
}

extension ObservableObject {
    /// An observable object that sends the messages of this one mapped by a closure.
    public func map<Mapped>(_ map: @escaping (Message) -> Mapped) -> Mapper<Self, Mapped> {
        Mapper(self, map)
    }

    /// An observable object that sends the new values of this one's updates.
    public func new<Value>() -> Mapper<Self, Value> where Message == Update<Value> {
        map { $0.new }
    }

    /// An observable object that sends a default where this one sends `nil`.
    public func unwrap<Wrapped>(_ defaultMessage: Wrapped) -> Mapper<Self, Wrapped> where Message == Wrapped? {
        map { $0 ?? defaultMessage }
    }
}
