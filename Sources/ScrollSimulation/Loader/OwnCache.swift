public import ScrollCore
public import ScrollDevice

/// The memory cache that a loader comes with: its model, and how much that may hold.
///
/// It is the cache of a run that names neither a policy nor a budget. A run that names only a
/// policy keeps the limit, one that names only a budget keeps the model.
public struct OwnCache: Sendable, Equatable {
  /// How much a library lets its cache hold unless the app says otherwise.
  public enum Limit: Sendable, Equatable {
    /// Nothing is limited.
    case none
    case bytes(ByteCount)
    /// A share of the device's memory, at most so much.
    case share(Double, atMost: ByteCount? = nil)
    /// So many screens of four bytes a pixel.
    case screens(Int)
  }

  /// The policy with its settings as on the command line.
  public let policy: String
  public let limit: Limit

  /// A cache that a loader comes with.
  public init(_ policy: String, limit: Limit = .none) {
    self.policy = policy
    self.limit = limit
  }

  /// What it may hold on a device, rounded down to a byte; nil where nothing is limited.
  public func budget(on device: DeviceProfile) -> ByteCount? { limit.budget(on: device) }
}

extension OwnCache.Limit {
  /// What it comes to on a device, rounded down to a byte; nil where nothing is limited.
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

extension OwnCache.Limit: CustomStringConvertible {
  /// `15 % of memory, at most 768MiB`.
  public var description: String {
    switch self {
    case .none: "no limit"
    case .bytes(let size): "\(size)"
    case .share(let share, let most):
      "\(Int((share * 100).rounded())) % of memory" + (most.map { ", at most \($0)" } ?? "")
    case .screens(let count): Words.count(count, "screen") + " of four bytes a pixel"
    }
  }
}

extension DeviceProfile {
  fileprivate var screenPixels: Int {
    Int((screenWidth * scale).rounded()) * Int((screenHeight * scale).rounded())
  }
}
