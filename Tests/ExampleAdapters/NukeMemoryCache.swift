import ImageMemoryCache
import Nuke
import UIKit

/// The memory cache of a Nuke pipeline, with a policy of the simulator.
///
///     var configuration = ImagePipeline.Configuration.withDataCache
///     configuration.imageCache = NukeMemoryCache(policy: .s3fifo, costLimit: .mebibytes(128))
///     let pipeline = ImagePipeline(configuration: configuration)
///
/// It follows `ImageCaching` of Nuke 13.2 and has been compiled against a stand-in for it; it has
/// not run on a device. Copy it into an app that has both packages. Nuke stores prefetched images
/// like others, so that the policy takes all of them for viewed ones.
public final class NukeMemoryCache: ImageCaching {
  public let cache: ImageMemoryCache<ImageCacheKey, ImageContainer>

  /// Creates a cache.
  /// - Parameters:
  ///   - policy: The policy.
  ///   - costLimit: The limit of the bytes of the bitmaps.
  ///   - options: All other options.
  public init(
    policy: CachePolicy, costLimit: CostLimit,
    options: CacheOptions<ImageCacheKey, ImageContainer> = CacheOptions()
  ) {
    cache = ImageMemoryCache(
      policy: policy, costLimit: costLimit, cost: { $0.decodedBytes }, options: options)
  }

  public subscript(key: ImageCacheKey) -> ImageContainer? {
    get { cache[key] }
    set { cache[key] = newValue }
  }

  public func removeAll() { cache.removeAll() }
}

extension ImageContainer {
  /// The cost that Nuke's own cache charges: the bytes of the bitmap, and of the file if it is
  /// kept.
  fileprivate var decodedBytes: Int {
    (image.cgImage.map { $0.bytesPerRow * $0.height } ?? 1) + (data?.count ?? 0)
  }
}
