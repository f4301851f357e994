/// A cache as its benchmarks use one.
protocol Contender<Key>: AnyObject, Sendable {
  associatedtype Key: Hashable & Sendable

  func value(of key: Key) -> Payload?
  func set(_ payload: Payload, for key: Key)
}

/// What stands for an image: an object, as images are.
final class Payload: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  /// So many of them, made beforehand, so that no cache pays for them.
  static func some(_ count: Int) -> [Payload] { (0..<count).map { Payload($0) } }
}
