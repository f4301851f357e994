// As much of Kingfisher as the adapter and emitted code use, from the documentation of
// Kingfisher 8.8.
public import UIKit

public typealias KFCrossPlatformImage = UIImage

extension KFCrossPlatformImage {
  public var cacheCost: Int { 0 }
}

public enum StorageExpiration: Sendable {
  case never, seconds(TimeInterval), expired
}

public protocol ImageProcessor: Sendable {
  var identifier: String { get }
}

public struct DefaultImageProcessor: ImageProcessor {
  public static let `default` = DefaultImageProcessor()
  public var identifier: String { "" }
}

public struct KingfisherParsedOptionsInfo: Sendable {
  public var processor: any ImageProcessor = DefaultImageProcessor.default
  public var memoryCacheExpiration: StorageExpiration?
  public init() {}
}

public enum CallbackQueue: Sendable {
  case untouch
}

public struct CacheStoreResult: Sendable {}

public enum CacheType: Sendable {
  case none, memory, disk
}

public enum MemoryStorage {
  public struct Config: Sendable {
    public var totalCostLimit: Int
    public var countLimit = Int.max
    public var expiration = StorageExpiration.seconds(300)
    public var keepWhenEnteringBackground = false

    public init(totalCostLimit: Int, cleanInterval: TimeInterval = 120) {
      self.totalCostLimit = totalCostLimit
    }
  }

  public final class Backend<T>: @unchecked Sendable {
    public var config: Config
    public init(config: Config) { self.config = config }
  }
}

public enum DiskStorage {
  public struct Config: Sendable {
    public var sizeLimit: UInt
    public var expiration = StorageExpiration.seconds(0)
    public init(name: String, sizeLimit: UInt) { self.sizeLimit = sizeLimit }
  }

  public final class Backend<T>: @unchecked Sendable {
    public var config: Config
    public init(config: Config) throws { self.config = config }
  }
}

open class ImageCache: @unchecked Sendable {
  public static var `default`: ImageCache { fatalError() }
  public let memoryStorage: MemoryStorage.Backend<KFCrossPlatformImage>
  public let diskStorage: DiskStorage.Backend<Data>

  public init(
    memoryStorage: MemoryStorage.Backend<KFCrossPlatformImage>,
    diskStorage: DiskStorage.Backend<Data>
  ) {
    self.memoryStorage = memoryStorage
    self.diskStorage = diskStorage
  }

  open func store(
    _ image: KFCrossPlatformImage, original: Data? = nil, forKey key: String,
    options: KingfisherParsedOptionsInfo, toDisk: Bool = true,
    completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
  ) {}

  open func retrieveImageInMemoryCache(
    forKey key: String, options: KingfisherParsedOptionsInfo
  ) -> KFCrossPlatformImage? { nil }

  open func removeImage(
    forKey key: String, processorIdentifier identifier: String = "",
    forcedExtension: String? = nil, fromMemory: Bool = true, fromDisk: Bool = true,
    callbackQueue: CallbackQueue = .untouch, completionHandler: (@Sendable () -> Void)? = nil
  ) {}

  open func imageCachedType(
    forKey key: String,
    processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
    forcedExtension: String? = nil
  ) -> CacheType { .none }

  open func cleanExpiredMemoryCache() {}
}

public struct DownsamplingImageProcessor: ImageProcessor {
  public var identifier: String { "" }
  public init(size: CGSize) {}
}

public protocol CacheSerializer: Sendable {}

public struct DefaultCacheSerializer: CacheSerializer {
  public var preferCacheOriginalData = false
  public init() {}
}

public typealias KingfisherOptionsInfo = [KingfisherOptionsInfoItem]

public enum KingfisherOptionsInfoItem: Sendable {
  case backgroundDecode, alsoPrefetchToMemory
  case cacheSerializer(any CacheSerializer)
  case processor(any ImageProcessor)
  case scaleFactor(CGFloat)
}

public final class KingfisherManager: @unchecked Sendable {
  public static let shared = KingfisherManager()
  public var defaultOptions: KingfisherOptionsInfo = []
}

/// In place of `URLSessionConfiguration`, which is in another module on Linux.
public final class SessionConfiguration: @unchecked Sendable {
  public var httpMaximumConnectionsPerHost = 6
}

open class ImageDownloader: @unchecked Sendable {
  public static let `default` = ImageDownloader()
  open var sessionConfiguration = SessionConfiguration()
}

public class ImagePrefetcher: @unchecked Sendable {
  public var maxConcurrentDownloads = 5
  public init(urls: [URL], options: KingfisherOptionsInfo? = nil) {}
  public func start() {}
  public func stop() {}
}
