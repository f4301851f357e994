// As much of Kingfisher as the adapter uses, from the documentation of Kingfisher 8.3.
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
    public init(totalCostLimit: Int, cleanInterval: TimeInterval = 120) {}
  }

  public final class Backend<T>: @unchecked Sendable {
    public init(config: Config) {}
  }
}

public enum DiskStorage {
  public struct Config: Sendable {
    public init(name: String, sizeLimit: UInt) {}
  }

  public final class Backend<T>: @unchecked Sendable {
    public init(config: Config) throws {}
  }
}

open class ImageCache: @unchecked Sendable {
  public init(
    memoryStorage: MemoryStorage.Backend<KFCrossPlatformImage>,
    diskStorage: DiskStorage.Backend<Data>
  ) {}

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
