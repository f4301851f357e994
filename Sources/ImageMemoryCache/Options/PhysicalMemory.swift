#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How much memory the device has.
enum PhysicalMemory {
  /// In bytes; 4 GiB where the system does not say.
  static let bytes: Int = {
    #if canImport(Darwin)
      var (bytes, size) = (UInt64(0), MemoryLayout<UInt64>.size)
      guard sysctlbyname("hw.memsize", &bytes, &size, nil, 0) == 0 else { return 4 << 30 }
      return Int(bytes)
    #elseif canImport(Glibc) || canImport(Musl)
      let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
      return pages > 0 && size > 0 ? pages * size : 4 << 30
    #else
      return 4 << 30
    #endif
  }()
}
