import ScrollCaching
import ScrollCore

/// The reference of NSCache that a library is said to be around.
func nsCacheReference(_ setup: PolicySetup) -> any CacheModel {
  guard setup.settings["nscache"] == "arc" else { return NSCacheLRUReference(setup) }
  var inner = setup
  inner.settings = SettingValues.standard(of: NSCacheARCReference.descriptor)
  return NSCacheARCReference(inner)
}

extension SettingValues {
  fileprivate static func standard(of descriptor: PolicyDescriptor) -> SettingValues {
    (try? SettingValues([], for: descriptor.settings, of: descriptor.name)) ?? SettingValues()
  }
}
