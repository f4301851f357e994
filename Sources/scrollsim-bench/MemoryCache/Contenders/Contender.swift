/// A cache under a benchmark.
protocol Contender<Key>: AnyObject, Sendable {
  associatedtype Key: Hashable & Sendable

  func value(of key: Key) -> Payload?
  func set(_ payload: Payload, for key: Key)
}

/// A stand-in for an image: an object, as images are.
final class Payload: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  /// Returns a number of payloads, made before the measurement, so that no cache pays for them.
  static func some(_ count: Int) -> [Payload] { (0..<count).map { Payload($0) } }
}
