package import ScrollCore
package import ScrollDevice

/// What `own` means as a policy or a budget: the cache that a loader comes with.
///
/// A loader that comes with none is run with `lru` and 64 MiB.
extension LoaderDescriptor {
  package var ownPolicy: String { ownCache?.policy ?? "lru" }

  package func ownBudget(on device: DeviceProfile) -> ByteCount? {
    guard let ownCache else { return ByteCount(64 << 20) }
    return ownCache.budget(on: device)
  }
}
