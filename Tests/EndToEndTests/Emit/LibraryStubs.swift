/// As much of each library's interface as `emit` uses, as a module of its own.
///
/// `@unchecked Sendable` and `nonisolated(unsafe)` because the libraries guard such state themselves and
/// can be called from any thread; these texts are only compiled, never run.
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
    public final class SessionConfiguration { public var urlCache: DiskCache? }
    public final class DiskCache: @unchecked Sendable { public var diskCapacity = 0 }
    public final class DataLoader {
      public static let sharedUrlCache = DiskCache()
      public static var defaultConfiguration: SessionConfiguration { SessionConfiguration() }
      public init(configuration: SessionConfiguration = DataLoader.defaultConfiguration) {}
    }
    public final class TaskQueue: Sendable {
      public var maxConcurrentOperationCount: Int { get { 1 } set {} }
    }
    public final class ImagePipeline: @unchecked Sendable {
      nonisolated(unsafe) public static var shared = ImagePipeline(configuration: .withDataCache)
      public init(configuration: Configuration) {}
      public struct Configuration {
        public var dataCache: AnyObject?
        public var isRateLimiterEnabled = true, isTaskCoalescingEnabled = true
        public var dataLoadingQueue = TaskQueue(), imageDecompressingQueue = TaskQueue()
        public var dataLoader = DataLoader()
        public static var withURLCache: Configuration { Configuration() }
        public static var withDataCache: Configuration { Configuration() }
        public static func withDataCache(
          name: String = "", sizeLimit: Int? = nil
        ) -> Configuration { Configuration() }
      }
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
    public struct DiskConfig {
      public var sizeLimit: UInt = 0
      public var expiration = StorageExpiration.never
    }
    public final class DiskBackend { public var config = DiskConfig() }
    public struct DefaultCacheSerializer {
      public var preferCacheOriginalData = false
      public init() {}
    }
    public enum KingfisherOptionsInfoItem {
      case backgroundDecode, alsoPrefetchToMemory, cacheSerializer(DefaultCacheSerializer)
    }
    public final class KingfisherManager: @unchecked Sendable {
      public static let shared = KingfisherManager()
      public var defaultOptions: [KingfisherOptionsInfoItem] = []
    }
    public final class SessionConfiguration { public var httpMaximumConnectionsPerHost = 6 }
    public final class ImageDownloader: @unchecked Sendable {
      public static let `default` = ImageDownloader()
      public var sessionConfiguration = SessionConfiguration()
    }
    public final class ImageCache: @unchecked Sendable {
      public static let `default` = ImageCache()
      public let memoryStorage = MemoryBackend()
      public let diskStorage = DiskBackend()
    }
    """,
    "SDWebImage": """
    import Foundation
    public final class SDImageCacheConfig {
      public var maxMemoryCost: UInt = 0, maxMemoryCount: UInt = 0
      public var shouldUseWeakMemoryCache = false
      public var maxDiskSize: UInt = 0
      public var maxDiskAge: TimeInterval = 0
    }
    public final class SDImageCache: @unchecked Sendable {
      public static let shared = SDImageCache()
      public let config = SDImageCacheConfig()
    }
    public enum SDWebImageDownloaderExecutionOrder { case fifoExecutionOrder, lifoExecutionOrder }
    public final class SDWebImageDownloaderConfig {
      public var maxConcurrentDownloads = 6
      public var executionOrder = SDWebImageDownloaderExecutionOrder.fifoExecutionOrder
    }
    public final class SDWebImageDownloader: @unchecked Sendable {
      public static let shared = SDWebImageDownloader()
      public let config = SDWebImageDownloaderConfig()
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
