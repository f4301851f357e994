import ScrollCore
import ScrollDevice

extension DeviceMemory {
  /// A device of 1000 bytes with a limit of 500 for the app: percents are easy to read.
  static func ofBytes(
    total: Int = 1000, limit: Int = 500, others: Int = 100, base: Int = 0,
    background: [Int] = [], swap: SwapFigures? = nil
  ) -> DeviceMemory {
    DeviceMemory(
      MemoryFigures(
        total: ByteCount(total), appLimit: ByteCount(limit), otherProcesses: ByteCount(others),
        baseFootprint: ByteCount(base), backgroundApps: background.map { ByteCount($0) },
        pageSize: ByteCount(1), swap: swap))
  }
}
