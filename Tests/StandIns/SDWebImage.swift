// As much of SDWebImage as emitted code uses, from the headers of SDWebImage 5.21.5.
public import Foundation

public final class SDImageCacheConfig {
  public var maxMemoryCost: UInt = 0
  public var maxMemoryCount: UInt = 0
  public var shouldUseWeakMemoryCache = false
  public var maxDiskSize: UInt = 0
  public var maxDiskAge: TimeInterval = 0
}

public final class SDImageCache: @unchecked Sendable {
  public static let shared = SDImageCache()
  public let config = SDImageCacheConfig()
}

public enum SDWebImageDownloaderExecutionOrder: Sendable {
  case fifoExecutionOrder, lifoExecutionOrder
}

public final class SDWebImageDownloaderConfig {
  public var maxConcurrentDownloads = 6
  public var executionOrder = SDWebImageDownloaderExecutionOrder.fifoExecutionOrder
}

public final class SDWebImageDownloader: @unchecked Sendable {
  public static let shared = SDWebImageDownloader()
  public let config = SDWebImageDownloaderConfig()
}

public struct SDWebImageContextOption: Hashable, Sendable {
  public static let imageThumbnailPixelSize = SDWebImageContextOption()
}

public struct SDWebImageOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

public final class SDWebImagePrefetchToken {
  public func cancel() {}
}

public final class SDWebImagePrefetcher: @unchecked Sendable {
  public static let shared = SDWebImagePrefetcher()
  public var maxConcurrentPrefetchCount: UInt = 3

  public func prefetchURLs(_ urls: [URL]?) -> SDWebImagePrefetchToken? { nil }

  public func prefetchURLs(
    _ urls: [URL]?, options: SDWebImageOptions, context: [SDWebImageContextOption: Any]?,
    progress: ((UInt, UInt) -> Void)?, completed: ((UInt, UInt) -> Void)?
  ) -> SDWebImagePrefetchToken? { nil }
}
