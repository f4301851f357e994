import ScrollSimulation
import Testing

/// The library presets against what the libraries' sources have as defaults.
@Suite struct LibraryPresetTests {
  /// One library's defaults: how much it does at a time, and what it keeps on disk.
  struct Defaults: CustomTestStringConvertible, Sendable {
    let name: String
    let loader: Loader
    /// Downloads, decodes and prefetches at a time; 0 is no limit of the library's own.
    let downloads: Int, decodes: Int, prefetches: Int
    /// Bytes on disk (0: no limit), days until a file is too old (0: never), and what a trim
    /// leaves; nil without a disk cache.
    let disk: (bytes: Int, days: Double, trimsTo: Double, sweeps: Loader.DiskSweep)?

    var testDescription: String { name }
  }

  static let libraries = [
    Defaults(
      name: "Nuke 13", loader: .nuke, downloads: 6, decodes: 2, prefetches: 2,
      disk: (157_286_400, 0, 1, .whenStoring)),
    Defaults(
      name: "Nuke 13 with its own disk cache", loader: .nukeDataCache, downloads: 6, decodes: 2,
      prefetches: 2, disk: (157_286_400, 0, 0.7, .timed)),
    Defaults(
      name: "Kingfisher 8", loader: .kingfisher, downloads: 6, decodes: 1, prefetches: 5,
      disk: (0, 7, 0.5, .inBackground)),
    Defaults(
      name: "SDWebImage 5", loader: .sdWebImage, downloads: 6, decodes: 6, prefetches: 3,
      disk: (0, 7, 0.5, .inBackground)),
    Defaults(
      name: "expo-image 57", loader: .expoImage, downloads: 6, decodes: 6, prefetches: 3,
      disk: (0, 7, 0.5, .inBackground)),
    Defaults(
      name: "expo-image 57 with memory-disk", loader: .expoImageMemoryDisk, downloads: 6,
      decodes: 6, prefetches: 3, disk: (0, 7, 0.5, .inBackground)),
    Defaults(
      name: "Texture 3", loader: .texture, downloads: 10, decodes: 0, prefetches: 0,
      disk: (52_428_800, 30, 1, .whenStoring)),
    Defaults(
      name: "Glide 5", loader: .glide, downloads: 4, decodes: 4, prefetches: 0,
      disk: (250 << 20, 0, 1, .whenStoring)),
    Defaults(
      name: "Coil 3", loader: .coil, downloads: 0, decodes: 4, prefetches: 0,
      disk: (250 << 20, 0, 1, .whenStoring)),
    Defaults(
      name: "Fresco 3", loader: .fresco, downloads: 3, decodes: 0, prefetches: 0,
      disk: (40 << 20, 0, 0.9, .whenStoring)),
    Defaults(
      name: "AsyncImage from iOS 27 on", loader: .swiftUI, downloads: 6, decodes: 0, prefetches: 0,
      disk: (10_000_000, 0, 1, .whenStoring)),
    Defaults(
      name: "AsyncImage before iOS 27", loader: .swiftUI26, downloads: 6, decodes: 0,
      prefetches: 0, disk: nil),
    Defaults(
      name: "Flutter", loader: .flutter, downloads: 6, decodes: 0, prefetches: 0, disk: nil),
  ]

  @Test(arguments: libraries)
  func `a preset has the concurrency of its library`(library: Defaults) {
    let loader = library.loader
    #expect(loader.connections == library.downloads, "\(loader.connections) downloads")
    #expect(loader.lanes == library.decodes, "\(loader.lanes) decodes")
    #expect(loader.prefetchLimit == library.prefetches, "\(loader.prefetchLimit) prefetches")
  }

  @Test(arguments: libraries)
  func `a preset has the disk cache of its library`(library: Defaults) throws {
    guard let expected = library.disk else {
      #expect(!library.loader.diskCache)
      return
    }
    let loader = library.loader
    #expect(loader.diskCache)
    #expect(loader.diskLimit == expected.bytes, "\(loader.diskLimit) bytes")
    #expect(loader.diskAge == expected.days * 86_400, "\(loader.diskAge) s")
    #expect(loader.diskTrim == expected.trimsTo, "trims to \(loader.diskTrim)")
    #expect(loader.diskSweep == expected.sweeps, "sweeps \(loader.diskSweep)")
  }

  @Test func `Nuke starts eighty downloads a second, in bursts of twenty-five`() {
    #expect(Loader.nuke.rateLimit == 80)
    #expect(Loader.nuke.rateBurst == 25)
    #expect(Loader.nukeDataCache.diskInterval == 1800)
  }

  @Test func `AsyncImage keeps responses of a twentieth of its disk, and no bitmaps`() {
    let loader = Loader.swiftUI
    #expect(loader.cache && loader.holds == .encoded && loader.decode == .lazy)
    #expect(loader.diskLargest == 0.05)
    #expect(!Loader.swiftUI26.cache && !Loader.swiftUI26.diskCache)
  }

  @Test func `Kingfisher and AsyncImage decode at the draw, the others in the background`() {
    for library in Self.libraries {
      let isKingfisher = library.name == "Kingfisher 8"
      let isLazy = isKingfisher || library.name.hasPrefix("AsyncImage")
      #expect((library.loader.decode == .lazy) == isLazy, "\(library.name)")
      #expect(library.loader.prefetchesFromDisk != isKingfisher, "\(library.name)")
    }
  }

  @Test func `Kingfisher keeps encoded images on disk and drops stale reads`() {
    let loader = Loader.kingfisher
    #expect(loader.diskHolds == .image)
    #expect(loader.cancelOnLeave && loader.cancelRead)
    #expect(!loader.cancelQueued && !loader.cancelDownload)
    #expect(Loader.nuke.diskHolds == .download)
  }

  @Test func `a prefetch look-up in Nuke and Kingfisher counts as a use`() {
    #expect(Loader.nuke.prefetchTouches)
    #expect(Loader.nukeDataCache.prefetchTouches)
    #expect(Loader.kingfisher.prefetchTouches)
  }

  @Test func `libraries with a live-object table use it`() {
    #expect(Loader.glide.liveObjects)
    #expect(Loader.flutter.liveObjects)
    #expect(Loader.coil.liveObjects)
    #expect(!Loader.nuke.liveObjects)
    #expect(!Loader.sdWebImage.liveObjects, "off since version 5.12")
  }

  @Test func `SDWebImage does not retry failed addresses and has no priorities`() {
    #expect(!Loader.sdWebImage.retry)
    #expect(!Loader.sdWebImage.priorities)
  }

  @Test func `expo-image retries failed addresses and keeps the image of a reused view`() {
    for loader in [Loader.expoImage, .expoImageMemoryDisk] {
      #expect(loader.retry && loader.cancelOnLeave)
      #expect(!loader.clearOnReuse, "no recycling key by default")
    }
  }

  @Test func `expo-image uses a memory cache with the policy memory-disk only`() {
    #expect(!Loader.expoImage.cache)
    #expect(Loader.expoImageMemoryDisk.cache)
  }

  @Test func `only Texture prefetches by default`() {
    #expect(Loader.texture.prefetcher == .named("texture-ranges"))
    for library in Self.libraries where library.name != "Texture 3" {
      #expect(library.loader.prefetcher == .none, "\(library.name)")
    }
  }
}
