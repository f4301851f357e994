/// As much of each library's interface as `emit` uses, as a module of its own.
enum LibraryStubs {
  static let sources = [
    "Nuke": """
    import Foundation
    public final class ImageCache: @unchecked Sendable {
      public static let shared = ImageCache()
      public var costLimit = 0, countLimit = 0, entryCostLimit = 0.1
      public var ttl: TimeInterval?
    }
    public final class ImagePrefetcher {
      public init(maxConcurrentRequestCount: Int = 2) {}
    }
    """,
    "Kingfisher": """
    import Foundation
    public enum StorageExpiration { case never, seconds(TimeInterval) }
    public struct MemoryConfig {
      public var totalCostLimit = 0, countLimit = 0
      public var expiration = StorageExpiration.never
    }
    public final class MemoryBackend { public var config = MemoryConfig() }
    public final class ImageCache: @unchecked Sendable {
      public static let `default` = ImageCache()
      public let memoryStorage = MemoryBackend()
    }
    """,
    "SDWebImage": """
    public final class SDImageCacheConfig {
      public var maxMemoryCost: UInt = 0, maxMemoryCount: UInt = 0
      public var shouldUseWeakMemoryCache = false
    }
    public final class SDImageCache: @unchecked Sendable {
      public static let shared = SDImageCache()
      public let config = SDImageCacheConfig()
    }
    public final class SDWebImagePrefetcher: @unchecked Sendable {
      public static let shared = SDWebImagePrefetcher()
      public var maxConcurrentPrefetchCount: UInt = 3
    }
    """,
    "UIKit": """
    @_exported import Foundation
    public final class UIImage {}
    """,
  ]
}
