import Foundation
import Testing

/// Settings as code.
@Suite struct EmitTests {
  private func emit(_ arguments: [String]) throws -> String {
    let outcome = try Scrollsim.run(["emit"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.text
  }

  static let targets = [
    "nuke", "kingfisher", "sdwebimage", "nscache", "uikit", "swift", "coil", "glide", "expo-image",
    "swiftui", "flutter",
  ]

  @Test(arguments: targets)
  func `every target carries its setting and its constants`(target: String) throws {
    let text = try emit(["--for", target, "--budget", "64MiB", "--prefetch", "none"])
    let first = try #require(text.split(separator: "\n").first)
    #expect(first.hasPrefix("// scrollsim: loader="), "\(text)")
    #expect(first.hasSuffix(" budget=64MiB prefetch=none for=\(target)"), "\(text)")
    let parts = text.components(separatedBy: "  // scrollsim: constants\n")
    #expect(parts.count == 2 && parts[1].contains("  // scrollsim: end of constants\n"), "\(text)")
    #expect(parts[1].contains("costLimit = 64"), "\(text)")
    #expect(!text.contains("Not expressible"), "\(text)")
  }

  @Test(arguments: [
    ("nuke", "    ImageCache.shared.costLimit = costLimit\n"),
    ("kingfisher", "    ImageCache.default.memoryStorage.config.totalCostLimit = costLimit\n"),
    ("sdwebimage", "    SDImageCache.shared.config.maxMemoryCost = UInt(costLimit)\n"),
    ("nscache", "    images.totalCostLimit = costLimit\n"),
    ("uikit", "    images.totalCostLimit = costLimit\n"),
    ("coil", "MemoryCache.Builder().maxSizeBytes(costLimit).build()"),
    ("glide", "    builder.setMemoryCache(LruResourceCache(costLimit))\n"),
    ("expo-image", "    Image.configureCache({ maxMemoryCost: FeedCache.costLimit });\n"),
    ("swiftui", "    URLCache.shared.memoryCapacity = costLimit\n"),
    ("flutter", "    cache.maximumSizeBytes = costLimit;\n"),
  ])
  func `a budget becomes the limit of the library`(target: String, line: String) throws {
    let text = try emit(["--for", target, "--budget", "64MiB"])
    #expect(text.contains(line), "\(text)")
  }

  @Test func `the device evaluates a share of its memory`() throws {
    let text = try emit(["--for", "nuke"])
    #expect(text.contains("  static let memoryShare = 0.15\n"), "\(text)")
    #expect(text.contains("  static let costLimitAtMost = 768 * 1024 * 1024\n"), "\(text)")
    #expect(text.contains("ProcessInfo.processInfo.physicalMemory) * memoryShare"), "\(text)")
    #expect(text.contains(" budget=15%<=768MiB "), "\(text)")
    let dart = try emit(["--for", "flutter", "--budget", "15%"])
    #expect(dart.contains("static void configure(int totalMemory) {\n"), "\(dart)")
  }

  @Test func `a missing limit has the value that each library gives it`() throws {
    #expect(try emit(["--for", "nuke", "--budget", "none"]).contains("costLimit = Int.max\n"))
    #expect(try emit(["--for", "sdwebimage", "--budget", "none"]).contains("costLimit = 0\n"))
  }

  @Test func `a comment names a policy that the library lacks`() throws {
    let foreign = try emit(["--for", "kingfisher", "--policy", "sieve", "--budget", "64MiB"])
    #expect(
      foreign.contains("    // Not expressible here: policy 'sieve'. Kingfisher keeps an NSCache"))
    #expect(!foreign.contains("policy=sieve"), "\(foreign)")
    let own = try emit(["--for", "kingfisher", "--policy", "kingfisher:expiration=60"])
    #expect(!own.contains("Not expressible"), "\(own)")
    #expect(own.contains("static let expiration = 60.0\n"), "\(own)")
    #expect(own.contains("config.expiration = expiration > 0 ? .seconds(expiration)"), "\(own)")
  }

  @Test(arguments: [
    (".5", "0.5"), ("5.", "5.0"), (".1e-5", "1e-06"), ("5", "5.0"), ("+2.5", "2.5"),
    ("1e2", "100.0"),
  ])
  func `a number is a literal however it is typed`(typed: String, literal: String) throws {
    let text = try emit(["--for", "nuke", "--policy", "nuke-clock:ttl=\(typed)"])
    #expect(text.contains("static let ttl = \(literal)\n"), "\(text)")
  }

  @Test func `a whole number is a literal however it is typed`() throws {
    let loader = "nuke-data-cache:diskLimit=+0300:connections=+3"
    let text = try emit(["--for", "nuke", "--loader", loader])
    #expect(text.contains("static let diskLimit = 300\n"), "\(text)")
    #expect(text.contains("static let connections = 3\n"), "\(text)")
  }

  @Test func `a prefetch window is constants and code`() throws {
    let window = try emit(["--for", "nuke", "--prefetch", "ring:ahead=2:behind=0.5"])
    #expect(window.contains("static let screensAhead = 2.0\n"), "\(window)")
    #expect(window.contains("static let screensBehind = 0.5\n"), "\(window)")
    #expect(window.contains("layoutAttributesForElements(in: area)"), "\(window)")
    #expect(window.contains("view.indexPathsForRows(in: $0)"), "\(window)")
    #expect(window.contains("onScrollGeometryChange(for: CGRect.self)"), "\(window)")
    let points = try emit(["--for", "nuke", "--prefetch", "ring:ahead=300pt:behind=0.5"])
    #expect(points.contains("static let pointsAhead = 300.0\n"), "\(points)")
    #expect(points.contains("static let screensBehind = 0.5\n"), "\(points)")
  }

  @Test func `UIKit announces what to prefetch in its own window`() throws {
    let text = try emit(["--for", "kingfisher", "--prefetch", "uikit-window"])
    #expect(text.contains("UICollectionViewDataSourcePrefetching"), "\(text)")
    let own = try emit(["--for", "uikit"])
    #expect(own.contains("view.isPrefetchingEnabled = true\n"), "\(own)")
  }

  @Test(arguments: targets)
  func `a comment names a prefetcher that is a rule`(target: String) throws {
    let text = try emit(["--for", target, "--prefetch", "skewport"])
    #expect(text.contains("// Not expressible here: prefetcher 'skewport'"), "\(text)")
    #expect(text.contains(" prefetch=none for=\(target)\n"), "\(text)")
    #expect(!text.contains("FeedPrefetcher"), "\(text)")
  }

  @Test(arguments: ["nuke", "kingfisher", "sdwebimage", "nscache", "uikit", "swift", "swiftui"])
  func `a comment names a prefetcher of items ahead, which only Android has`(
    target: String
  ) throws {
    let text = try emit(["--for", target, "--prefetch", "glide-preload:max=5"])
    #expect(text.contains("// Not expressible here: prefetcher 'glide-preload:max=5'"), "\(text)")
    #expect(text.contains(" prefetch=none for=\(target)\n"), "\(text)")
  }

  @Test(arguments: [
    ("nuke", "// Needs Nuke 13.1.0 or later"), ("kingfisher", "// Needs Kingfisher 8.8.1 or later"),
    ("sdwebimage", "// Needs SDWebImage 5.0.0 or later"), ("coil", "// Needs Coil 3.0.0 or later"),
    ("glide", "// Needs Glide 5.0.9 or later"),
    ("expo-image", "// Needs expo-image 55.0.0 or later"),
    ("swiftui", "// Needs iOS 27 or later"), ("flutter", "// Needs Flutter 3.0 or later"),
  ])
  func `a file names the first version of the library that does it`(
    target: String, line: String
  ) throws {
    let text = try emit(["--for", target, "--prefetch", "ring:ahead=2"])
    #expect(text.contains("\n\(line)"), "\(text)")
  }

  @Test(arguments: [
    ("nuke", "request.thumbnail = ImageRequest.ThumbnailOptions(size: cellSize)"),
    ("kingfisher", ".processor(DownsamplingImageProcessor(size: cellSize))"),
    ("sdwebimage", "[.imageThumbnailPixelSize: size]"),
  ])
  func `images are decoded at the size of their cells`(target: String, line: String) throws {
    let loader = "\(target):decode=redraw-view-size"
    let text = try emit(["--for", target, "--loader", loader, "--prefetch", "directional"])
    #expect(text.contains(line), "\(text)")
    #expect(text.contains(" loader=\(loader) "), "\(text)")
    #expect(!text.contains("Not expressible"), "\(text)")
  }

  private static let loaderLines = [
    (
      "nuke:lanes=4:connections=3:rateLimit=0:diskLimit=300000000",
      [
        "var pipeline = ImagePipeline.Configuration.withURLCache\n",
        "DataLoader.sharedUrlCache.diskCapacity = diskLimit\n",
        "pipeline.imageDecompressingQueue.maxConcurrentOperationCount = lanes\n",
        "pipeline.dataLoadingQueue.maxConcurrentOperationCount = connections\n",
        "pipeline.isRateLimiterEnabled = false\n",
        "ImagePipeline.shared = ImagePipeline(configuration: pipeline)\n",
      ]
    ),
    (
      "nuke-data-cache:lanes=4:diskLimit=300000000",
      [
        "let pipeline = ImagePipeline.Configuration.withDataCache(sizeLimit: diskLimit)\n",
        "pipeline.imageDecompressingQueue.maxConcurrentOperationCount = lanes\n",
      ]
    ),
    ("nuke-data-cache", ["let pipeline = ImagePipeline.Configuration.withDataCache\n"]),
    ("nuke-data-cache:diskCache=false", ["pipeline.dataCache = nil\n"]),
    (
      "nuke:diskCache=false",
      [
        "session.urlCache = nil\n",
        "pipeline.dataLoader = DataLoader(configuration: session)\n",
      ]
    ),
    (
      "kingfisher:decode=redraw-full-size:prefetchesFromDisk=true",
      ["return [.backgroundDecode]\n", "KingfisherManager.shared.defaultOptions += options\n"]
    ),
    (
      "kingfisher:diskHolds=download",
      [
        "serializer.preferCacheOriginalData = true\n",
        "return [.cacheSerializer(serializer)]\n",
      ]
    ),
    (
      "sdwebimage:order=lifo:connections=3:diskLimit=100000000",
      [
        "SDWebImageDownloader.shared.config.executionOrder = .lifoExecutionOrder\n",
        "SDWebImageDownloader.shared.config.maxConcurrentDownloads = connections\n",
        "SDImageCache.shared.config.maxDiskSize = UInt(diskLimit)\n",
      ]
    ),
    (
      "kingfisher:connections=3:diskLimit=100000000",
      [
        "ImageCache.default.diskStorage.config.sizeLimit = UInt(diskLimit)\n",
        "session.httpMaximumConnectionsPerHost = connections\n",
        "ImageDownloader.default.sessionConfiguration = session\n",
      ]
    ),
  ]

  /// The library that a loader models.
  private static func target(of loader: String) -> String {
    String(loader.prefix { $0 != ":" && $0 != "-" })
  }

  @Test(arguments: loaderLines)
  func `loader settings that the library supports become code`(
    loader: String, lines: [String]
  ) throws {
    let text = try emit(["--for", Self.target(of: loader), "--loader", loader])
    for line in lines { #expect(text.contains(line), "\(text)") }
    #expect(!text.contains("Not expressible"), "\(text)")
  }

  @Test func `code for the default of Kingfisher does not decode in the background`() throws {
    let text = try emit(["--for", "kingfisher", "--prefetch", "ring:ahead=2"])
    #expect(!text.contains(".backgroundDecode"), "\(text)")
    #expect(text.contains("ImagePrefetcher(urls: added)\n"), "\(text)")
  }

  @Test func `the prefetcher of Kingfisher receives the options of the loader`() throws {
    let text = try emit([
      "--for", "kingfisher", "--prefetch", "ring:ahead=2", "--loader",
      "kingfisher:decode=redraw-full-size:prefetchesFromDisk=true",
    ])
    let options = "urls: added, options: FeedCache.options + [.alsoPrefetchToMemory])"
    #expect(text.contains(options), "\(text)")
  }

  @Test func `code for Nuke names its disk cache`() throws {
    let still = try emit(["--for", "nuke", "--prefetch", "none"])
    #expect(still.contains("// Needs Nuke 13.0.5 or later"), "\(still)")
    #expect(still.contains("// On disk: the system's URLCache"), "\(still)")
    #expect(!still.contains("withDataCache("), "\(still)")
    let ahead = try emit([
      "--for", "nuke", "--prefetch", "ring:ahead=2", "--loader", "nuke-data-cache",
    ])
    #expect(ahead.contains("// On disk: Nuke's DataCache."), "\(ahead)")
  }

  @Test func `every policy in the code exists in the catalog`() throws {
    let listed = try Scrollsim.run(["list", "policies", "--format", "csv"]).lines
    let names = Set(listed.map { String($0.prefix { $0 != "," }) })
    for target in Self.targets {
      let text = try emit(["--for", target, "--policy", "sieve", "--budget", "64MiB"])
      for match in text.matches(of: /policy[ =]'?([a-z0-9-]+)/) {
        #expect(names.contains(String(match.1)), "\(text)")
      }
    }
  }

  @Test func `the code names a loader setting that the library lacks`() throws {
    let text = try emit(["--for", "nuke", "--loader", "nuke:order=lifo:rateLimit=10"])
    #expect(text.contains("// Not expressible here: loader 'nuke': order=lifo.\n"), "\(text)")
    #expect(text.contains("// Not expressible here: loader 'nuke': rateLimit=10.\n"), "\(text)")
    #expect(text.contains(" loader=nuke budget="), "\(text)")
  }

  /// A sweep whose two networks want different things.
  private func store() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTraces()
    let made = try Scrollsim.run(
      [
        "sweep", "--trace", "Traces/recorded/feed-to-and-fro.scroll", "--device", "iphone-8",
        "--loader", "nuke", "--network", "wifi,3g", "--policy", "lru,nuke-clock", "--budget",
        "16MiB,64MiB", "--store", "networks.sqlite",
        "--prefetch", "none,ring:ahead=0.5,ring:ahead=2,ring:ahead=4",
      ], in: folder.url)
    try #require(made.status == 0, "\(made.complaint)")
    return folder
  }

  @Test func `emit selects a recommendation by device and network`() throws {
    let folder = try store()
    func emit(_ words: String...) throws -> Scrollsim.Outcome {
      try Scrollsim.run(["emit", "networks.sqlite", "--for", "nuke"] + words, in: folder.url)
    }
    let several = try emit("--device", "iphone-8")
    #expect(several.status == 64)
    let expected = "expected one of --device iphone-8 --network wifi"
    #expect(several.complaint.contains(expected), "\(several.complaint)")
    let one = try emit("--device", "iphone-8", "--network", "wifi")
    #expect(one.status == 0, "\(one.complaint)")
    #expect(one.text == (try emit("--device", "iphone-8 on wifi").text))
    #expect(one.text.contains("recommended on iphone-8 on wifi by sweep"), "\(one.text)")
  }

  @Test func `report and emit agree on the recommendation with a baseline`() throws {
    let folder = try store()
    let baseline = "lru, 64MiB, ring:ahead=2:behind=1:cancelOnReversal=false"
    let kept = try Scrollsim.run(
      [
        "emit", "networks.sqlite", "--for", "nuke", "--network", "wifi", "--baseline", baseline,
        "--least-percent", "100",
      ], in: folder.url)
    #expect(kept.status == 0, "\(kept.complaint)")
    // No difference of stalls is visible with 100 %, so the rule takes the budget with less memory.
    #expect(kept.text.hasPrefix("// scrollsim: loader=nuke budget=16MiB prefetch=ring:ahead=2 "))
  }

  @Test func `code for a policy that the library lacks states the stall of the library`() throws {
    let folder = try store()
    let csv = try Scrollsim.run(
      ["report", "networks.sqlite", "--format", "csv"], in: folder.url)
    let header = try #require(csv.lines.first).split(separator: ",").map(String.init)
    let place = try #require(header.firstIndex(of: "key"))
    let row = try #require(csv.lines.dropFirst().first)
    let key = String(row.split(separator: ",", omittingEmptySubsequences: false)[place])
    let text = try Scrollsim.run(
      ["emit", "networks.sqlite", "--for", "nuke", "--run", key], in: folder.url
    ).text.replacing("\n//   ", with: " ")
    #expect(text.contains("In that sweep 'lru' stalls "), "\(text)")
    #expect(text.contains("'nuke-clock', which this code has, it is "), "\(text)")
  }

  @Test func `an invalid request is an error with a message`() throws {
    let cases: [([String], Int32, String)] = [
      (["--for", "fresco"], 64, "there is no target 'fresco'"),
      (["--for", "nuke", "--budget", "1MiB,2MiB"], 64, "names 2; expected one"),
      (["--for", "nuke", "--run", "ab"], 64, "--run is of a store"),
      (["none.sqlite", "--for", "nuke"], 66, "store 'none.sqlite' is missing"),
    ]
    for (arguments, status, sentence) in cases {
      let outcome = try Scrollsim.run(["emit"] + arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.complaint)")
      #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
    }
  }
}
