import Foundation

/// The numbers of fast and of small cores.
///
/// If the system does not distinguish them, all cores count as fast.
struct CoreCounts {
  let performance: Int, efficiency: Int

  init() {
    #if canImport(Darwin)
      if let fast = Self.level(0), fast > 0 {
        (performance, efficiency) = (fast, Self.level(1) ?? 0)
        return
      }
    #endif
    (performance, efficiency) = (max(1, ProcessInfo.processInfo.activeProcessorCount), 0)
  }

  #if canImport(Darwin)
    private static func level(_ number: Int) -> Int? {
      var (count, size) = (Int32(0), MemoryLayout<Int32>.size)
      let name = "hw.perflevel\(number).physicalcpu"
      return sysctlbyname(name, &count, &size, nil, 0) == 0 ? Int(count) : nil
    }
  #endif
}
