// As much of Nuke as the adapter and emitted code use, from the documentation of Nuke 13.2.
public import UIKit

public typealias PlatformImage = UIImage

public struct ImageCacheKey: Hashable, Sendable {
  private let key: String
  public init(key: String) { self.key = key }
}

public struct ImageContainer: @unchecked Sendable {
  public var image: PlatformImage
  public var isPreview: Bool
  public var data: Data?

  public init(image: PlatformImage, isPreview: Bool = false, data: Data? = nil) {
    self.image = image
    self.isPreview = isPreview
    self.data = data
  }
}

public protocol ImageCaching: AnyObject, Sendable {
  subscript(key: ImageCacheKey) -> ImageContainer? { get set }
  func removeAll()
}

public final class ImageCache: ImageCaching, @unchecked Sendable {
  public static let shared = ImageCache()
  public var costLimit = 0
  public var countLimit = 0
  public var ttl: TimeInterval?
  public var entryCostLimit = 0.1

  public subscript(key: ImageCacheKey) -> ImageContainer? {
    get { nil }
    set {}
  }

  public func removeAll() {}
}

public struct ImageRequest: Sendable {
  public struct ThumbnailOptions: Hashable, Sendable {
    public init(size: CGSize) {}
  }

  public var thumbnail: ThumbnailOptions?
  public init(url: URL?) {}
}

public final class TaskQueue: Sendable {
  public var maxConcurrentOperationCount: Int {
    get { 1 }
    set {}
  }
}

public protocol DataLoading: Sendable {}

/// In place of `URLSessionConfiguration`, which is in another module on Linux.
public final class SessionConfiguration {
  public var urlCache: DiskCache?
}

/// In place of `URLCache`.
public final class DiskCache: @unchecked Sendable {
  public var diskCapacity = 0
}

public final class DataLoader: DataLoading {
  public static let sharedUrlCache = DiskCache()
  public static var defaultConfiguration: SessionConfiguration { SessionConfiguration() }
  public init(configuration: SessionConfiguration = DataLoader.defaultConfiguration) {}
}

public protocol DataCaching: Sendable {}

public final class ImagePipeline: Sendable {
  public struct Configuration: Sendable {
    public var imageCache: (any ImageCaching)?
    public var dataCache: (any DataCaching)?
    public var dataLoader: any DataLoading = DataLoader()
    public var isRateLimiterEnabled = true
    public var isTaskCoalescingEnabled = true
    public var dataLoadingQueue = TaskQueue()
    public var imageDecompressingQueue = TaskQueue()
    public static var withURLCache: Configuration { Configuration() }
    public static var withDataCache: Configuration { Configuration() }
    public static func withDataCache(
      name: String = "", sizeLimit: Int? = nil
    ) -> Configuration { Configuration() }
  }

  public static var shared: ImagePipeline {
    get { ImagePipeline(configuration: .withURLCache) }
    set {}
  }

  public init(configuration: Configuration) {}
}

public final class ImagePrefetcher: Sendable {
  public init(
    pipeline: ImagePipeline = ImagePipeline.shared, maxConcurrentRequestCount: Int = 2
  ) {}
  public func startPrefetching(with urls: [URL]) {}
  public func startPrefetching(with requests: [ImageRequest]) {}
  public func stopPrefetching(with urls: [URL]) {}
  public func stopPrefetching(with requests: [ImageRequest]) {}
}
