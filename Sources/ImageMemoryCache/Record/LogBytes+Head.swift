import ScrollCaching
import ScrollCore

extension LogBytes {
  /// The first line: the version of the format, and what the cache is.
  mutating func append(head start: CacheBeginning) {
    append("{\"scrollsim-cache-log\":2,\"cache\":\"ImageMemoryCache\"")
    if let policy = start.policy {
      append(",\"policy\":")
      append(quoted: policy)
    }
    append(",\"seed\":")
    append(number: start.seed)
    if start.direction == .backward { append(",\"direction\":\"backward\"") }
    append(limits: .limits(start.limits))
    append(",\"keys\":\"digests\",\"evictions\":true")
    if start.residentCount > 0 {
      append(",\"held\":")
      append(number: UInt64(start.residentCount))
    }
    append("}\n")
  }
}
