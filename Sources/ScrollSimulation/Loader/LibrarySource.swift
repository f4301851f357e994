/// The public source from which a library's model was read: a version, and a line for each setting.
///
///     let source = LibrarySource.of("kingfisher")
///     source?.citations.first { $0.setting == "decode" }?.line
///
/// `scrollsim list loaders NAME` prints it, and `.ci/oracles/presets` compares it with a copy of
/// the library.
public struct LibrarySource: Sendable, Equatable {
  /// A line of a source file that states the value of a setting.
  public struct Citation: Sendable, Equatable {
    /// A setting of the loader or prefetcher, `policy` or `budget`.
    public let setting: String
    public let file: String
    public let line: Int
    /// A part of the line, which finds it again after it has moved.
    public let text: String

    init(_ setting: String, _ file: String, _ line: Int, _ text: String) {
      self.setting = setting
      self.file = file
      self.line = line
      self.text = text
    }
  }

  public let library: String
  public let version: String
  /// The owner and name of the repository on GitHub.
  public let repository: String
  /// The tag or the commit of the version.
  public let tag: String
  public let citations: [Citation]

  init(
    _ library: String, _ version: String, _ repository: String, tag: String,
    _ citations: [Citation]
  ) {
    self.library = library
    self.version = version
    self.repository = repository
    self.tag = tag
    self.citations = citations
  }

  /// Returns the source of a loader or a prefetcher; `nil` if it models no library with a public
  /// source.
  public static func of(_ name: String) -> LibrarySource? { all[name] }

  /// The names of the loaders and prefetchers that have a source.
  public static var names: [String] { all.keys.sorted() }
}

extension LibrarySource {
  /// The sources by the name of the loader or prefetcher.
  ///
  /// Left out: settings that follow from the library's use, `origin`, `cache` and `backOff`;
  /// Texture, whose settings were recorded without lines; UIKit, whose source is not public; and
  /// expo-image, which has no cache of its own but uses those of SDWebImage and Glide.
  private static let all: [String: LibrarySource] = [
    "nuke": LibrarySource(
      "Nuke", "13.2.0", "kean/Nuke", tag: "13.2.0",
      [
        Citation(
          "connections", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 160,
          "public var dataLoadingQueue = TaskQueue(maxConcurrentOperationCount: 6)"),
        Citation(
          "rateLimit", "Sources/Nuke/Internal/RateLimiter.swift", 29,
          "nonisolated init(rate: Int = 80, burst: Int = 25) {"),
        Citation(
          "rateBurst", "Sources/Nuke/Internal/RateLimiter.swift", 29,
          "nonisolated init(rate: Int = 80, burst: Int = 25) {"),
        Citation(
          "decode", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 63,
          "var _isDecompressionEnabled = true"),
        Citation(
          "lanes", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 172,
          "public var imageDecompressingQueue = TaskQueue(maxConcurrentOperationCount: 2)"),
        Citation(
          "coalescing", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 90,
          "public var isTaskCoalescingEnabled = true"),
        Citation(
          "cancelOnLeave", "Sources/NukeExtensions/ImageViewExtensions.swift", 191,
          "ImageViewController.controller(for: view).cancelOutstandingTask()"),
        Citation(
          "prefetchLimit", "Sources/Nuke/Prefetching/ImagePrefetcher.swift", 71,
          "maxConcurrentRequestCount: Int = 2"),
        Citation(
          "prefetchTouches", "Sources/Nuke/Prefetching/ImagePrefetcher.swift", 123,
          "guard pipeline.cache[request] == nil else {"),
        Citation(
          "diskCache", "Sources/Nuke/Pipeline/ImagePipeline.swift", 37,
          "Mutex(value: ImagePipeline(configuration: .withURLCache))"),
        Citation(
          "diskLimit", "Sources/Nuke/Loading/DataLoader.swift", 86,
          "let diskCapacity = 150 * 1048576"),
        Citation(
          "policy", "Sources/Nuke/Caching/Cache.swift", 121,
          "if !node.value.referenced {"),
        Citation(
          "budget", "Sources/Nuke/Caching/ImageCache.swift", 74,
          "let calculated = Int(Double(ProcessInfo.processInfo.physicalMemory) * 0.15)"),
      ]),
    "nuke-data-cache": LibrarySource(
      "Nuke", "13.2.0", "kean/Nuke", tag: "13.2.0",
      [
        Citation(
          "connections", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 160,
          "public var dataLoadingQueue = TaskQueue(maxConcurrentOperationCount: 6)"),
        Citation(
          "rateLimit", "Sources/Nuke/Internal/RateLimiter.swift", 29,
          "nonisolated init(rate: Int = 80, burst: Int = 25) {"),
        Citation(
          "rateBurst", "Sources/Nuke/Internal/RateLimiter.swift", 29,
          "nonisolated init(rate: Int = 80, burst: Int = 25) {"),
        Citation(
          "decode", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 63,
          "var _isDecompressionEnabled = true"),
        Citation(
          "lanes", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 172,
          "public var imageDecompressingQueue = TaskQueue(maxConcurrentOperationCount: 2)"),
        Citation(
          "coalescing", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 90,
          "public var isTaskCoalescingEnabled = true"),
        Citation(
          "cancelOnLeave", "Sources/NukeExtensions/ImageViewExtensions.swift", 191,
          "ImageViewController.controller(for: view).cancelOutstandingTask()"),
        Citation(
          "prefetchLimit", "Sources/Nuke/Prefetching/ImagePrefetcher.swift", 71,
          "maxConcurrentRequestCount: Int = 2"),
        Citation(
          "prefetchTouches", "Sources/Nuke/Prefetching/ImagePrefetcher.swift", 123,
          "guard pipeline.cache[request] == nil else {"),
        Citation(
          "diskCache", "Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift", 197,
          "public static var withDataCache: Configuration {"),
        Citation(
          "diskLimit", "Sources/Nuke/Caching/DataCache.swift", 37,
          "public var sizeLimit: Int = 1024 * 1024 * 150"),
        Citation(
          "diskTrim", "Sources/Nuke/Caching/DataCache.swift", 42,
          "var trimRatio = 0.7"),
        Citation(
          "diskSweep", "Sources/Nuke/Caching/DataCache.swift", 133,
          ".timeIntervalSince(lastSweepDate) < sweepInterval {"),
        Citation(
          "diskInterval", "Sources/Nuke/Caching/DataCache.swift", 48,
          "public var sweepInterval: TimeInterval = 1800"),
        Citation(
          "policy", "Sources/Nuke/Caching/Cache.swift", 121,
          "if !node.value.referenced {"),
        Citation(
          "budget", "Sources/Nuke/Caching/ImageCache.swift", 74,
          "let calculated = Int(Double(ProcessInfo.processInfo.physicalMemory) * 0.15)"),
      ]),
    "kingfisher": LibrarySource(
      "Kingfisher", "8.11.0", "onevcat/Kingfisher", tag: "8.11.0",
      [
        Citation(
          "connections", "Sources/Networking/ImageDownloader.swift", 254,
          "open var sessionConfiguration = URLSessionConfiguration.ephemeral"),
        Citation(
          "diskCache", "Sources/Cache/ImageCache.swift", 343,
          "toDisk: Bool = true,"),
        Citation(
          "diskLimit", "Sources/Cache/ImageCache.swift", 309,
          "sizeLimit: 0,"),
        Citation(
          "diskTrim", "Sources/Cache/DiskStorage.swift", 490,
          "let target = config.sizeLimit / 2"),
        Citation(
          "diskAge", "Sources/Cache/DiskStorage.swift", 530,
          "public var expiration: StorageExpiration = .days(7)"),
        Citation(
          "diskSweep", "Sources/Cache/ImageCache.swift", 207,
          "#selector(backgroundCleanExpiredDiskCache))"),
        Citation(
          "diskHolds", "Sources/Cache/CacheSerializer.swift", 126,
          "return image.kf.data(format: format, compressionQuality: compressionQuality)"),
        Citation(
          "decode", "Sources/General/KingfisherOptionsInfo.swift", 418,
          "public var backgroundDecode = false"),
        Citation(
          "lanes", "Sources/Networking/ImageDataProcessor.swift", 30,
          ".dispatch(DispatchQueue(label: \"com.onevcat.Kingfisher.ImageDownloader.Process\"))"),
        Citation(
          "coalescing", "Sources/Networking/ImageDownloader.swift", 420,
          "if let existingTask = sessionDelegate.task(for: context.url),"),
        Citation(
          "cancelOnLeave", "Sources/Cache/ImageCache.swift", 750,
          "if options.isSourceTaskStale {"),
        Citation(
          "cancelRead", "Sources/Cache/ImageCache.swift", 771,
          "if image != nil, options.isSourceTaskStale {"),
        Citation(
          "prefetchTouches", "Sources/Networking/ImagePrefetcher.swift", 354,
          "let cacheType = manager.cache.imageCachedType("),
        Citation(
          "prefetchesFromDisk", "Sources/General/KingfisherOptionsInfo.swift", 431,
          "public var alsoPrefetchToMemory = false"),
        Citation(
          "prefetchLimit", "Sources/Networking/ImagePrefetcher.swift", 84,
          "public var maxConcurrentDownloads = 5"),
        Citation(
          "policy", "Sources/Cache/MemoryStorage.swift", 248,
          "public var expiration: StorageExpiration = .seconds(300)"),
        Citation(
          "policy", "Sources/Cache/MemoryStorage.swift", 107,
          "guard let object = storage.object(forKey: nsKey) else {"),
        Citation(
          "budget", "Sources/Cache/ImageCache.swift", 295,
          "let costLimit = totalMemory / 4"),
      ]),
    "sdwebimage": LibrarySource(
      "SDWebImage", "5.21.5", "SDWebImage/SDWebImage", tag: "5.21.5",
      [
        Citation(
          "connections", "SDWebImage/Core/SDWebImageDownloaderConfig.m", 27,
          "_maxConcurrentDownloads = 6;"),
        Citation(
          "retry", "SDWebImage/Core/SDWebImageManager.m", 221,
          "if (url.absoluteString.length == 0 || (!(result.options & SDWebImageRetryFailed) && isFailedUrl)) {"
        ),
        Citation(
          "diskCache", "SDWebImage/Core/SDImageCacheConfig.m", 36,
          "_maxDiskSize = 0;"),
        Citation(
          "diskTrim", "SDWebImage/Core/SDDiskCache.m", 222,
          "const NSUInteger desiredCacheSize = maxDiskSize / 2;"),
        Citation(
          "diskAge", "SDWebImage/Core/SDImageCacheConfig.m", 14,
          "static const NSInteger kDefaultCacheMaxDiskAge = 60 * 60 * 24 * 7;"),
        Citation(
          "diskSweep", "SDWebImage/Core/SDImageCache.m", 159,
          "selector:@selector(applicationDidEnterBackground:)"),
        Citation(
          "decode", "SDWebImage/Core/SDImageCacheDefine.m", 135,
          "SDImageForceDecodePolicy policy = SDImageForceDecodePolicyAutomatic;"),
        Citation(
          "lanes", "SDWebImage/Core/SDWebImageDownloaderOperation.m", 117,
          "_coderQueue.maxConcurrentOperationCount = 1;"),
        Citation(
          "priorities", "SDWebImage/Core/SDWebImageDownloaderConfig.m", 29,
          "_executionOrder = SDWebImageDownloaderFIFOExecutionOrder;"),
        Citation(
          "coalescing", "SDWebImage/Core/SDWebImageDownloader.m", 222,
          "[self.URLOperations objectForKey:url];"),
        Citation(
          "cancelOnLeave", "SDWebImage/Core/UIView+WebCache.m", 94,
          "[self sd_cancelImageLoadOperationWithKey:validOperationKey];"),
        Citation(
          "prefetchLimit", "SDWebImage/Core/SDWebImagePrefetcher.m", 77,
          "self.maxConcurrentPrefetchCount = 3;"),
        Citation(
          "policy", "SDWebImage/Core/SDImageCacheConfig.m", 30,
          "_shouldUseWeakMemoryCache = NO;"),
      ]),
    "glide": LibrarySource(
      "Glide", "5.0.9", "bumptech/glide", tag: "v5.0.9",
      [
        Citation(
          "connections",
          "library/src/main/java/com/bumptech/glide/load/engine/executor/GlideExecutor.java", 129,
          ".setThreadCount(calculateBestThreadCount())"),
        Citation(
          "diskCache",
          "library/src/main/java/com/bumptech/glide/load/engine/cache/InternalCacheDiskCacheFactory.java",
          18,
          "DiskCache.Factory.DEFAULT_DISK_CACHE_SIZE);"),
        Citation(
          "diskLimit", "library/src/main/java/com/bumptech/glide/load/engine/cache/DiskCache.java",
          14,
          "int DEFAULT_DISK_CACHE_SIZE = 250 * 1024 * 1024;"),
        Citation(
          "decode", "library/src/main/java/com/bumptech/glide/request/SingleRequest.java", 260,
          "target.getSize(this);"),
        Citation(
          "lanes",
          "library/src/main/java/com/bumptech/glide/load/engine/executor/GlideExecutor.java", 60,
          "private static final int MAXIMUM_AUTOMATIC_THREAD_COUNT = 4;"),
        Citation(
          "liveObjects",
          "library/src/main/java/com/bumptech/glide/load/engine/ActiveResources.java", 23,
          "final Map<Key, ResourceWeakReference> activeEngineResources = new HashMap<>();"),
        Citation(
          "coalescing", "library/src/main/java/com/bumptech/glide/load/engine/Engine.java", 262,
          "EngineJob<?> current = jobs.get(key, onlyRetrieveFromCache);"),
        Citation(
          "cancelOnLeave", "library/src/main/java/com/bumptech/glide/load/engine/EngineJob.java",
          202,
          "void cancel() {"),
        Citation(
          "budget",
          "library/src/main/java/com/bumptech/glide/load/engine/cache/MemorySizeCalculator.java",
          132,
          "static final int MEMORY_CACHE_TARGET_SCREENS = 2;"),
      ]),
    "coil": LibrarySource(
      "Coil", "3.5.0", "coil-kt/coil", tag: "3.5.0",
      [
        Citation(
          "diskCache", "coil-core/src/commonMain/kotlin/coil3/disk/DiskCache.kt", 115,
          "private var maxSizePercent = 0.02"),
        Citation(
          "diskLimit", "coil-core/src/commonMain/kotlin/coil3/disk/DiskCache.kt", 117,
          "private var maximumMaxSizeBytes = 250L * 1024 * 1024"),
        Citation(
          "decode", "coil-core/src/commonMain/kotlin/coil3/request/ImageRequest.kt", 229,
          "val precision: Precision = Precision.EXACT,"),
        Citation(
          "lanes", "coil-core/src/androidMain/kotlin/coil3/decode/BitmapFactoryDecoder.kt", 209,
          "internal const val DEFAULT_MAX_PARALLELISM = 4"),
        Citation(
          "coalescing", "coil-network-core/src/commonMain/kotlin/coil3/network/NetworkFetcher.kt",
          57,
          "concurrentRequestStrategy = lazyOf(ConcurrentRequestStrategy.UNCOORDINATED),"),
        Citation(
          "liveObjects", "coil-core/src/commonMain/kotlin/coil3/memory/MemoryCache.kt", 123,
          "private var weakReferencesEnabled = true"),
        Citation(
          "cancelOnLeave",
          "coil-core/src/androidMain/kotlin/coil3/request/ViewTargetRequestManager.kt", 94,
          "currentRequest?.dispose()"),
        Citation(
          "prefetchTouches", "coil-core/src/commonMain/kotlin/coil3/memory/MemoryCacheService.kt",
          77,
          "imageLoader.memoryCache?.get("),
        Citation(
          "budget", "coil-core/src/androidMain/kotlin/coil3/util/contexts.kt", 27,
          "private const val STANDARD_MEMORY_MULTIPLIER = 0.2"),
      ]),
    "fresco": LibrarySource(
      "Fresco", "3.7.0", "facebook/fresco", tag: "v3.7.0",
      [
        Citation(
          "connections",
          "imagepipeline/src/main/java/com/facebook/imagepipeline/producers/HttpUrlConnectionNetworkFetcher.java",
          57,
          "private static final int NUM_NETWORK_THREADS = 3;"),
        Citation(
          "diskCache",
          "imagepipeline-base/src/main/java/com/facebook/cache/disk/DiskCacheConfig.java", 147,
          "private long mMaxCacheSize = 40 * ByteConstants.MB;"),
        Citation(
          "diskLimit",
          "imagepipeline-base/src/main/java/com/facebook/cache/disk/DiskCacheConfig.java", 147,
          "private long mMaxCacheSize = 40 * ByteConstants.MB;"),
        Citation(
          "diskTrim",
          "imagepipeline-base/src/main/java/com/facebook/cache/disk/DiskStorageCache.kt", 441,
          "evictAboveSize(cacheSizeLimit * 9 / 10, EvictionReason.CACHE_FULL)"),
        Citation(
          "coalescing",
          "imagepipeline/src/main/java/com/facebook/imagepipeline/producers/BitmapMemoryCacheKeyMultiplexProducer.java",
          23,
          "public class BitmapMemoryCacheKeyMultiplexProducer"),
        Citation(
          "cancelOnLeave",
          "drawee/src/main/java/com/facebook/drawee/controller/AbstractDraweeController.java", 218,
          "mDataSource.close();"),
        Citation(
          "pinDisplayed",
          "imagepipeline-base/src/main/java/com/facebook/imagepipeline/cache/LruCountingMemoryCache.java",
          183,
          "getInUseSizeInBytes() <= mMemoryCacheParams.maxCacheSize - newValueSize"),
        Citation(
          "prefetchTouches",
          "imagepipeline/src/main/java/com/facebook/imagepipeline/producers/BitmapMemoryCacheProducer.java",
          65,
          "mMemoryCache.get(cacheKey)"),
        Citation(
          "policy",
          "imagepipeline/src/main/java/com/facebook/imagepipeline/cache/DefaultBitmapMemoryCacheParamsSupplier.java",
          19,
          "private static final int MAX_CACHE_ENTRIES = 256;"),
        Citation(
          "budget",
          "imagepipeline/src/main/java/com/facebook/imagepipeline/cache/DefaultBitmapMemoryCacheParamsSupplier.java",
          50,
          "return maxMemory / 4;"),
      ]),
    "flash-list": LibrarySource(
      "FlashList", "2.3.2", "Shopify/flash-list", tag: "v2.3.2",
      [
        Citation(
          "drawDistance", "src/native/config/PlatformHelper.ts", 2,
          "defaultDrawDistance: 250,")
      ]),
    "flutter": LibrarySource(
      "Flutter", "3", "flutter/flutter", tag: "00606bfc0297168b88cae5c9a1ecb9691b39bc66",
      [
        Citation(
          "liveObjects", "packages/flutter/lib/src/painting/image_cache.dart", 93,
          "final Map<Object, _LiveImage> _liveImages = <Object, _LiveImage>{};"),
        Citation(
          "coalescing", "packages/flutter/lib/src/painting/image_cache.dart", 87,
          "final Map<Object, _PendingImage> _pendingImages = <Object, _PendingImage>{};"),
        Citation(
          "policy", "packages/flutter/lib/src/painting/image_cache.dart", 18,
          "const int _kDefaultSize = 1000;"),
        Citation(
          "budget", "packages/flutter/lib/src/painting/image_cache.dart", 19,
          "const int _kDefaultSizeBytes = 100 << 20;"),
      ]),
  ]
}
