import ScrollCore

/// The reading of Apple's NSCache for caches that contain an NSCache; Apple's rule is unknown.
public enum NSCacheInterpretation: String, CaseIterable, Sendable {
  case lru, arc

  static let setting = Setting(
    "nscache", .choice(allCases.map { $0.rawValue }), standard: lru.rawValue,
    "The model of Apple's NSCache inside: nscache-lru or nscache-arc.")

  init(_ settings: SettingValues) {
    self = NSCacheInterpretation(rawValue: settings[Self.setting.name]) ?? .lru
  }

  func makeModel(_ setup: PolicySetup) -> any CacheModel {
    switch self {
    case .lru: NSCacheLRU(setup)
    case .arc: NSCacheARC(setup)
    }
  }
}
