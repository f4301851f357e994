import Foundation
import ImageMemoryCache
import Kingfisher
import UIKit

/// Kingfisher's cache with another memory cache, which has a policy of the simulator; its disk
/// cache stays.
///
///     let cache = try KingfisherMemoryCache(
///       name: "photos", policy: .arc, costLimit: .mebibytes(128))
///     imageView.kf.setImage(with: url, options: [.targetCache(cache)])
///
/// It follows the open `ImageCache` of Kingfisher 8.3 and has been compiled against a stand-in for
/// it; it has not run on a device. Copy it into an app that has both packages. What Kingfisher
/// itself would keep in memory is marked as expired, which it does not store.
public final class KingfisherMemoryCache: ImageCache, @unchecked Sendable {
  public let memory: ImageMemoryCache<String, KFCrossPlatformImage>

  /// Creates a cache.
  /// - Parameters:
  ///   - name: The name of the folder on disk.
  ///   - policy: The policy of the memory cache.
  ///   - costLimit: The limit of the bytes of the bitmaps in memory.
  /// - Throws: An error if the folder cannot be created.
  public init(name: String, policy: CachePolicy, costLimit: CostLimit) throws {
    memory = ImageMemoryCache(policy: policy, costLimit: costLimit, cost: { $0.cacheCost })
    super.init(
      memoryStorage: MemoryStorage.Backend(config: MemoryStorage.Config(totalCostLimit: 1)),
      diskStorage: try DiskStorage.Backend(config: DiskStorage.Config(name: name, sizeLimit: 0)))
  }

  public override func store(
    _ image: KFCrossPlatformImage, original: Data? = nil, forKey key: String,
    options: KingfisherParsedOptionsInfo, toDisk: Bool = true,
    completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
  ) {
    memory[Self.key(key, options.processor.identifier)] = image
    var options = options
    options.memoryCacheExpiration = .expired
    super.store(
      image, original: original, forKey: key, options: options, toDisk: toDisk,
      completionHandler: completionHandler)
  }

  public override func retrieveImageInMemoryCache(
    forKey key: String, options: KingfisherParsedOptionsInfo
  ) -> KFCrossPlatformImage? {
    memory[Self.key(key, options.processor.identifier)]
  }

  public override func removeImage(
    forKey key: String, processorIdentifier identifier: String = "",
    forcedExtension: String? = nil, fromMemory: Bool = true, fromDisk: Bool = true,
    callbackQueue: CallbackQueue = .untouch, completionHandler: (@Sendable () -> Void)? = nil
  ) {
    if fromMemory { memory.removeValue(for: Self.key(key, identifier)) }
    super.removeImage(
      forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension,
      fromMemory: fromMemory, fromDisk: fromDisk, callbackQueue: callbackQueue,
      completionHandler: completionHandler)
  }

  public override func imageCachedType(
    forKey key: String,
    processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
    forcedExtension: String? = nil
  ) -> CacheType {
    if memory.contains(Self.key(key, identifier)) { return .memory }
    return super.imageCachedType(
      forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension)
  }

  public override func cleanExpiredMemoryCache() { memory.removeExpired() }

  /// Kingfisher calls `clearMemoryCache()` itself at a memory warning, and it cannot be overridden:
  /// call this for everything.
  public func removeAllFromMemory() { memory.removeAll() }

  /// One picture has a key for each processor that it went through.
  private static func key(_ key: String, _ processor: String) -> String {
    processor.isEmpty ? key : "\(key)@\(processor)"
  }
}
