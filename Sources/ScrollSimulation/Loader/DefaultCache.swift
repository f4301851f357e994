public import ScrollCore
public import ScrollDevice

/// The default memory cache of a loader: its model and its limit.
///
/// A run that names neither a policy nor a budget uses this cache. A run that names only a policy
/// keeps the limit; a run that names only a budget keeps the model.
public struct DefaultCache: Sendable, Equatable {
  /// The limit of a library's cache if the app sets no other limit.
  public enum Limit: Sendable, Equatable {
    /// No limit.
    case none
    case bytes(ByteCount)
    /// A share of the device's memory, with an optional maximum.
    case share(Double, atMost: ByteCount? = nil)
    /// The bytes of a number of screens, at four bytes a pixel.
    case screens(Int)
  }

  /// The policy with its settings, as on the command line.
  public let policy: String
  public let limit: Limit

  /// Creates a default cache.
  public init(_ policy: String, limit: Limit = .none) {
    self.policy = policy
    self.limit = limit
  }

  /// Returns the budget on a device, rounded down to a byte; `nil` without a limit.
  public func budget(on device: DeviceProfile) -> ByteCount? { limit.budget(on: device) }
}

extension DefaultCache.Limit {
  /// Returns the limit on a device, rounded down to a byte; `nil` without a limit.
  public func budget(on device: DeviceProfile) -> ByteCount? {
    switch self {
    case .none: nil
    case .bytes(let size): size
    case .share(let share, let most):
      min(
        ByteCount(count: Int64((Double(device.memory.total) * share).rounded(.down))),
        most ?? ByteCount(count: .max))
    case .screens(let count): ByteCount(count * device.screenPixels * 4)
    }
  }
}

extension DefaultCache.Limit: CustomStringConvertible {
  /// The limit as text: `15 % of memory, at most 768MiB`.
  public var description: String {
    switch self {
    case .none: "no limit"
    case .bytes(let size): "\(size)"
    case .share(let share, let most):
      "\(Int((share * 100).rounded())) % of memory" + (most.map { ", at most \($0)" } ?? "")
    case .screens(let count): Phrase.count(count, "screen") + " of four bytes a pixel"
    }
  }
}

extension DeviceProfile {
  fileprivate var screenPixels: Int {
    Int((screenWidth * scale).rounded()) * Int((screenHeight * scale).rounded())
  }
}
