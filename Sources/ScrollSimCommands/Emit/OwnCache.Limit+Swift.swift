import ScrollCore
import ScrollSimulation

extension OwnCache.Limit {
  /// Returns a Swift expression for the number of bytes; `nil` if nothing is limited, and if the
  /// limit depends on the screen.
  ///
  /// - Parameter type: The type of the expression: `Int`, or `UInt` for properties that Objective-C
  ///   declares unsigned.
  /// - Returns: `64 * 1024 * 1024`, or a share of `ProcessInfo.processInfo.physicalMemory`.
  func swift(as type: String) -> String? {
    switch self {
    case .none, .screens: return nil
    case .bytes(let size): return Self.product(size)
    case .share(let share, let most):
      let memory = "Double(ProcessInfo.processInfo.physicalMemory) * \(share)"
      guard let most else { return "\(type)(\(memory))" }
      return "\(type)(min(\(memory), \(Self.product(most))))"
    }
  }

  /// Returns whole mebibytes as a product, other sizes in bytes.
  private static func product(_ size: ByteCount) -> String {
    let mebibyte = 1 << 20
    return size.bytes % mebibyte == 0 && size.bytes > 0
      ? "\(size.bytes / mebibyte) * 1024 * 1024" : "\(size.bytes)"
  }
}
