extension ObservableVar: Encodable where Value: Encodable {
    /// Encodes the property as its variable is encoded; see ``Variable/encode(to:)``.
    public func encode(to encoder: any Encoder) throws {
        try projectedValue.encode(to: encoder)
    }
}

extension ObservableVar: Decodable where Value: Decodable {
    /// Decodes the property as its variable is decoded; see ``Variable/init(from:)``.
    public init(from decoder: any Decoder) throws {
        projectedValue = try Variable(from: decoder)
    }
}
