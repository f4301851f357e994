/// The public source from which a library's model was read: a version, and a line for each setting.
///
///     let source = LibrarySource.of("kingfisher").first
///     source?.citations.first { $0.setting == "decode" }?.line
///
/// `scrollsim list loaders NAME` prints it, and `.ci/oracles/presets` compares it with a copy of
/// the library.
public struct LibrarySource: Sendable, Equatable {
  /// A line of a source file that states the value of a setting.
  public struct Citation: Sendable, Equatable {
    /// The name of a setting of the loader or prefetcher, or `policy` or `budget`.
    public let setting: String
    public let file: String
    public let line: Int
    /// A part of the line's text, by which a check finds the line again after it has moved.
    public let text: String
  }

  public let library: String
  public let version: String
  /// The owner and name of the repository on GitHub.
  public let repository: String
  /// The tag or the commit of the version.
  public let tag: String
  public private(set) var citations: [Citation]

  /// The cited lines of each file.
  private typealias Files = KeyValuePairs<String, [(setting: String, line: Int, text: String)]>

  /// Creates a source.
  ///
  /// Without a tag, the version is the tag. The paths of the files are relative to `folder`.
  private init(
    _ library: String, _ version: String, _ repository: String, tag: String? = nil,
    in folder: String = "", _ files: Files
  ) {
    self.library = library
    self.version = version
    self.repository = repository
    self.tag = tag ?? version
    citations = Self.citations(in: folder, files)
  }

  /// Returns the sources of a loader or a prefetcher.
  ///
  /// The first source is that of its library. The others are those of the libraries that it builds
  /// on, for the settings that they determine.
  ///
  /// The array is empty if the loader or prefetcher models no library with a public source.
  public static func of(_ name: String) -> [LibrarySource] { all[name] ?? [] }

  /// The names of the loaders and prefetchers that have a source.
  public static var names: [String] { all.keys.sorted() }

  /// Returns a sentence about the missing source of a loader or prefetcher that models UIKit or
  /// SwiftUI; empty for all others.
  public static func note(on name: String) -> String {
    switch name {
    case "image-named", "uikit-window":
      "UIKit's source is not public: the model follows documentation and reports."
    case "swiftui", "swiftui-26":
      "SwiftUI's source is not public: the model is an estimate from documentation and reports."
    default: ""
    }
  }

  /// Returns the source without the lines of some settings.
  private func without(_ settings: Set<String>) -> LibrarySource {
    var other = self
    other.citations.removeAll { settings.contains($0.setting) }
    return other
  }

  /// Returns the source with the cited lines of some settings replaced by others.
  private func with(in folder: String, _ files: Files) -> LibrarySource {
    let citations = Self.citations(in: folder, files)
    var other = without(Set(citations.map { $0.setting }))
    other.citations += citations
    return other
  }

  private static func citations(in folder: String, _ files: Files) -> [Citation] {
    files.flatMap { file, lines in
      lines.map {
        Citation(setting: $0.setting, file: folder + file, line: $0.line, text: $0.text)
      }
    }
  }
}

extension LibrarySource {
  /// The sources by the name of the loader or prefetcher.
  ///
  /// The settings `origin`, `cache` and `backOff` depend on how an app uses the library, so they
  /// cite no lines.
  private static let all: [String: [LibrarySource]] = [
    "nuke": [nuke], "nuke-data-cache": [nukeDataCache], "kingfisher": [kingfisher],
    "sdwebimage": [sdWebImage],
    "expo-image": [expoImage, sdWebImage.without(["retry", "cancelOnLeave", "policy"])],
    "expo-image-memory-disk": [
      expoImage.without(["cache"]), sdWebImage.without(["retry", "cancelOnLeave"]),
    ],
    "texture": [texture, pinRemoteImage, pinCache], "texture-ranges": [textureRanges],
    "glide": [glide], "coil": [coil], "fresco": [fresco], "flash-list": [flashList],
    "flutter": [flutter],
  ]

  private static let nuke = LibrarySource(
    "Nuke", "13.2.0", "kean/Nuke", in: "Sources/",
    [
      "Nuke/Pipeline/ImagePipeline+Configuration.swift": [
        ("connections", 160, "dataLoadingQueue = TaskQueue(maxConcurrentOperationCount: 6)"),
        ("decode", 63, "var _isDecompressionEnabled = true"),
        ("lanes", 172, "imageDecompressingQueue = TaskQueue(maxConcurrentOperationCount: 2)"),
        ("coalescing", 90, "public var isTaskCoalescingEnabled = true"),
      ],
      "Nuke/Internal/RateLimiter.swift": [
        ("rateLimit", 29, "nonisolated init(rate: Int = 80, burst: Int = 25) {"),
        ("rateBurst", 29, "nonisolated init(rate: Int = 80, burst: Int = 25) {"),
      ],
      "Nuke/Pipeline/ImagePipeline.swift": [
        ("diskCache", 37, "Mutex(value: ImagePipeline(configuration: .withURLCache))")
      ],
      "Nuke/Loading/DataLoader.swift": [("diskLimit", 86, "let diskCapacity = 150 * 1048576")],
      "NukeExtensions/ImageViewExtensions.swift": [
        ("cancelOnLeave", 191, "ImageViewController.controller(for: view).cancelOutstandingTask()")
      ],
      "Nuke/Prefetching/ImagePrefetcher.swift": [
        ("prefetchLimit", 71, "maxConcurrentRequestCount: Int = 2"),
        ("prefetchTouches", 123, "guard pipeline.cache[request] == nil else {"),
      ],
      "Nuke/Caching/Cache.swift": [("policy", 121, "if !node.value.referenced {")],
      "Nuke/Caching/ImageCache.swift": [
        ("budget", 74, "Int(Double(ProcessInfo.processInfo.physicalMemory) * 0.15)")
      ],
    ])

  private static let nukeDataCache = nuke.with(
    in: "Sources/Nuke/",
    [
      "Pipeline/ImagePipeline+Configuration.swift": [
        ("diskCache", 197, "public static var withDataCache: Configuration {")
      ],
      "Caching/DataCache.swift": [
        ("diskLimit", 37, "public var sizeLimit: Int = 1024 * 1024 * 150"),
        ("diskTrim", 42, "var trimRatio = 0.7"),
        ("diskSweep", 133, ".timeIntervalSince(lastSweepDate) < sweepInterval {"),
        ("diskInterval", 48, "public var sweepInterval: TimeInterval = 1800"),
      ],
    ])

  private static let kingfisher = LibrarySource(
    "Kingfisher", "8.11.0", "onevcat/Kingfisher", in: "Sources/",
    [
      "Networking/ImageDownloader.swift": [
        ("connections", 254, "open var sessionConfiguration = URLSessionConfiguration.ephemeral"),
        ("coalescing", 420, "if let existingTask = sessionDelegate.task(for: context.url),"),
      ],
      "Cache/ImageCache.swift": [
        ("diskCache", 343, "toDisk: Bool = true,"), ("diskLimit", 309, "sizeLimit: 0,"),
        ("diskSweep", 207, "#selector(backgroundCleanExpiredDiskCache))"),
        ("cancelOnLeave", 750, "if options.isSourceTaskStale {"),
        ("cancelRead", 771, "if image != nil, options.isSourceTaskStale {"),
        ("budget", 295, "let costLimit = totalMemory / 4"),
      ],
      "Cache/DiskStorage.swift": [
        ("diskTrim", 490, "let target = config.sizeLimit / 2"),
        ("diskAge", 530, "public var expiration: StorageExpiration = .days(7)"),
      ],
      "Cache/CacheSerializer.swift": [
        ("diskHolds", 126, "image.kf.data(format: format, compressionQuality: compressionQuality)")
      ],
      "General/KingfisherOptionsInfo.swift": [
        ("decode", 418, "public var backgroundDecode = false"),
        ("prefetchesFromDisk", 431, "public var alsoPrefetchToMemory = false"),
      ],
      "Networking/ImageDataProcessor.swift": [
        ("lanes", 30, "DispatchQueue(label: \"com.onevcat.Kingfisher.ImageDownloader.Process\")")
      ],
      "Networking/ImagePrefetcher.swift": [
        ("prefetchTouches", 354, "let cacheType = manager.cache.imageCachedType("),
        ("prefetchLimit", 84, "public var maxConcurrentDownloads = 5"),
      ],
      "Cache/MemoryStorage.swift": [
        ("policy", 248, "public var expiration: StorageExpiration = .seconds(300)"),
        ("policy", 107, "guard let object = storage.object(forKey: nsKey) else {"),
      ],
    ])

  private static let sdWebImage = LibrarySource(
    "SDWebImage", "5.21.5", "SDWebImage/SDWebImage", in: "SDWebImage/Core/",
    [
      "SDWebImageDownloaderConfig.m": [
        ("connections", 27, "_maxConcurrentDownloads = 6;"),
        ("priorities", 29, "_executionOrder = SDWebImageDownloaderFIFOExecutionOrder;"),
      ],
      "SDWebImageManager.m": [
        ("retry", 221, "(!(result.options & SDWebImageRetryFailed) && isFailedUrl)) {")
      ],
      "SDImageCacheConfig.m": [
        ("diskCache", 36, "_maxDiskSize = 0;"),
        ("diskAge", 14, "static const NSInteger kDefaultCacheMaxDiskAge = 60 * 60 * 24 * 7;"),
        ("policy", 30, "_shouldUseWeakMemoryCache = NO;"),
      ],
      "SDDiskCache.m": [("diskTrim", 222, "const NSUInteger desiredCacheSize = maxDiskSize / 2;")],
      "SDImageCache.m": [("diskSweep", 159, "selector:@selector(applicationDidEnterBackground:)")],
      "SDImageCacheDefine.m": [
        ("decode", 135, "SDImageForceDecodePolicy policy = SDImageForceDecodePolicyAutomatic;")
      ],
      "SDWebImageDownloaderOperation.m": [
        ("lanes", 117, "_coderQueue.maxConcurrentOperationCount = 1;")
      ],
      "SDWebImageDownloader.m": [("coalescing", 222, "[self.URLOperations objectForKey:url];")],
      "UIView+WebCache.m": [
        ("cancelOnLeave", 94, "[self sd_cancelImageLoadOperationWithKey:validOperationKey];")
      ],
      "SDWebImagePrefetcher.m": [("prefetchLimit", 77, "self.maxConcurrentPrefetchCount = 3;")],
    ])

  private static let expoImage = LibrarySource(
    "expo-image", "57.0.1", "expo/expo", tag: "3933683eac194fa9bc6297678361442811c3623c",
    in: "packages/expo-image/ios/",
    [
      "ImageView.swift": [
        ("retry", 29, ".retryFailed, // Don't blacklist URLs that failed downloading"),
        ("cancelOnLeave", 136, "cancelPendingOperation()"),
        ("clearOnReuse", 68, "if oldValue != nil && recyclingKey != oldValue {"),
        ("cache", 58, "var cachePolicy: ImageCachePolicy = .disk"),
      ]
    ])

  private static let texture = LibrarySource(
    "Texture", "3.2.0", "TextureGroup/Texture", in: "Source/",
    [
      "ASImageNode.mm": [("decode", 180, "_imageNodeFlags.cropEnabled = YES;")],
      "Details/ASDataController.mm": [
        ("cellPreparation", 140, "- (void)_allocateNodesFromElements:")
      ],
      "Details/ASPINRemoteImageDownloader.mm": [
        ("diskLimit", 103, "((id <ASPINDiskCache>)diskCache).byteLimit = 50 * 1024 * 1024;")
      ],
      "ASNetworkImageNode.mm": [
        ("cancelOnLeave", 449, "[self _cancelDownloadAndClearImageWithResumePossibility:YES];"),
        ("policy", 449, "[self _cancelDownloadAndClearImageWithResumePossibility:YES];"),
      ],
    ])

  private static let pinRemoteImage = LibrarySource(
    "PINRemoteImage", "3.0.4", "pinterest/PINRemoteImage", in: "Source/Classes/",
    [
      "PINRemoteImageManagerConfiguration.m": [
        ("connections", 18, "_maxConcurrentDownloads = 10;")
      ],
      "PINRemoteImageManager.m": [
        ("coalescing", 729, "taskExisted = YES;"),
        ("diskCache", 1530, "[self.cache setObjectOnDisk:diskData forKey:key];"),
      ],
    ])

  private static let pinCache = LibrarySource(
    "PINCache", "3.0.4", "pinterest/PINCache", in: "Source/",
    [
      "PINDiskCache.m": [
        ("diskAge", 31, "NSTimeInterval PINDiskCacheDefaultAgeLimit = 60 * 60 * 24 * 30;")
      ]
    ])

  private static let textureRanges = LibrarySource(
    "Texture", "3.2.0", "TextureGroup/Texture", in: "Source/Details/",
    [
      "ASAbstractLayoutController.mm": [
        ("mode", 95, ".leadingBufferScreenfuls = 1.0,"),
        ("mode", 100, ".leadingBufferScreenfuls = 2.5,"),
        ("mode", 105, ".leadingBufferScreenfuls = 0.25,"),
        ("mode", 109, ".leadingBufferScreenfuls = 0.5,"),
      ],
      "ASRangeController.mm": [("mode", 113, "return ASLayoutRangeModeMinimum;")],
    ])

  private static let glide = LibrarySource(
    "Glide", "5.0.9", "bumptech/glide", tag: "v5.0.9",
    in: "library/src/main/java/com/bumptech/glide/",
    [
      "load/engine/executor/GlideExecutor.java": [
        ("connections", 129, ".setThreadCount(calculateBestThreadCount())"),
        ("lanes", 60, "private static final int MAXIMUM_AUTOMATIC_THREAD_COUNT = 4;"),
      ],
      "load/engine/cache/InternalCacheDiskCacheFactory.java": [
        ("diskCache", 18, "DiskCache.Factory.DEFAULT_DISK_CACHE_SIZE);")
      ],
      "load/engine/cache/DiskCache.java": [
        ("diskLimit", 14, "int DEFAULT_DISK_CACHE_SIZE = 250 * 1024 * 1024;")
      ],
      "request/SingleRequest.java": [("decode", 260, "target.getSize(this);")],
      "load/engine/ActiveResources.java": [
        ("liveObjects", 23, "final Map<Key, ResourceWeakReference> activeEngineResources =")
      ],
      "load/engine/Engine.java": [
        ("coalescing", 262, "EngineJob<?> current = jobs.get(key, onlyRetrieveFromCache);")
      ],
      "load/engine/EngineJob.java": [("cancelOnLeave", 202, "void cancel() {")],
      "load/engine/cache/MemorySizeCalculator.java": [
        ("budget", 132, "static final int MEMORY_CACHE_TARGET_SCREENS = 2;")
      ],
    ])

  private static let coil = LibrarySource(
    "Coil", "3.5.0", "coil-kt/coil",
    [
      "coil-core/src/commonMain/kotlin/coil3/disk/DiskCache.kt": [
        ("diskCache", 115, "private var maxSizePercent = 0.02"),
        ("diskLimit", 117, "private var maximumMaxSizeBytes = 250L * 1024 * 1024"),
      ],
      "coil-core/src/commonMain/kotlin/coil3/request/ImageRequest.kt": [
        ("decode", 229, "val precision: Precision = Precision.EXACT,")
      ],
      "coil-core/src/androidMain/kotlin/coil3/decode/BitmapFactoryDecoder.kt": [
        ("lanes", 209, "internal const val DEFAULT_MAX_PARALLELISM = 4")
      ],
      "coil-network-core/src/commonMain/kotlin/coil3/network/NetworkFetcher.kt": [
        ("coalescing", 57, "lazyOf(ConcurrentRequestStrategy.UNCOORDINATED),")
      ],
      "coil-core/src/commonMain/kotlin/coil3/memory/MemoryCache.kt": [
        ("liveObjects", 123, "private var weakReferencesEnabled = true")
      ],
      "coil-core/src/androidMain/kotlin/coil3/request/ViewTargetRequestManager.kt": [
        ("cancelOnLeave", 94, "currentRequest?.dispose()")
      ],
      "coil-core/src/commonMain/kotlin/coil3/memory/MemoryCacheService.kt": [
        ("prefetchTouches", 77, "imageLoader.memoryCache?.get(")
      ],
      "coil-core/src/androidMain/kotlin/coil3/util/contexts.kt": [
        ("budget", 27, "private const val STANDARD_MEMORY_MULTIPLIER = 0.2")
      ],
    ])

  private static let fresco = LibrarySource(
    "Fresco", "3.7.0", "facebook/fresco", tag: "v3.7.0",
    [
      "imagepipeline/src/main/java/com/facebook/imagepipeline/producers/HttpUrlConnectionNetworkFetcher.java":
        [("connections", 57, "private static final int NUM_NETWORK_THREADS = 3;")],
      "imagepipeline-base/src/main/java/com/facebook/cache/disk/DiskCacheConfig.java": [
        ("diskCache", 147, "private long mMaxCacheSize = 40 * ByteConstants.MB;"),
        ("diskLimit", 147, "private long mMaxCacheSize = 40 * ByteConstants.MB;"),
      ],
      "imagepipeline-base/src/main/java/com/facebook/cache/disk/DiskStorageCache.kt": [
        ("diskTrim", 441, "evictAboveSize(cacheSizeLimit * 9 / 10, EvictionReason.CACHE_FULL)")
      ],
      "imagepipeline/src/main/java/com/facebook/imagepipeline/producers/BitmapMemoryCacheKeyMultiplexProducer.java":
        [("coalescing", 23, "public class BitmapMemoryCacheKeyMultiplexProducer")],
      "drawee/src/main/java/com/facebook/drawee/controller/AbstractDraweeController.java": [
        ("cancelOnLeave", 218, "mDataSource.close();")
      ],
      "imagepipeline-base/src/main/java/com/facebook/imagepipeline/cache/LruCountingMemoryCache.java":
        [("pinDisplayed", 183, "getInUseSizeInBytes() <= mMemoryCacheParams.maxCacheSize")],
      "imagepipeline/src/main/java/com/facebook/imagepipeline/producers/BitmapMemoryCacheProducer.java":
        [("prefetchTouches", 65, "mMemoryCache.get(cacheKey)")],
      "imagepipeline/src/main/java/com/facebook/imagepipeline/cache/DefaultBitmapMemoryCacheParamsSupplier.java":
        [
          ("policy", 19, "private static final int MAX_CACHE_ENTRIES = 256;"),
          ("budget", 50, "return maxMemory / 4;"),
        ],
    ])

  private static let flashList = LibrarySource(
    "FlashList", "2.3.2", "Shopify/flash-list", tag: "v2.3.2",
    ["src/native/config/PlatformHelper.ts": [("drawDistance", 2, "defaultDrawDistance: 250,")]])

  private static let flutter = LibrarySource(
    "Flutter", "3", "flutter/flutter", tag: "00606bfc0297168b88cae5c9a1ecb9691b39bc66",
    in: "packages/flutter/lib/src/painting/",
    [
      "image_cache.dart": [
        ("liveObjects", 93, "final Map<Object, _LiveImage> _liveImages ="),
        ("coalescing", 87, "final Map<Object, _PendingImage> _pendingImages ="),
        ("policy", 18, "const int _kDefaultSize = 1000;"),
        ("budget", 19, "const int _kDefaultSizeBytes = 100 << 20;"),
      ]
    ])
}
