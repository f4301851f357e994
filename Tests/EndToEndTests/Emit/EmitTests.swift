import Foundation
import Testing

/// Settings as code.
@Suite struct EmitTests {
  private func emit(_ arguments: [String]) throws -> String {
    let outcome = try Scrollsim.run(["emit"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.text
  }

  @Test(arguments: [
    ("nuke", "ImageCache.shared.costLimit = 64 * 1024 * 1024\n"),
    ("kingfisher", "ImageCache.default.memoryStorage.config.totalCostLimit = 64 * 1024 * 1024\n"),
    ("sdwebimage", "SDImageCache.shared.config.maxMemoryCost = 64 * 1024 * 1024\n"),
    ("nscache", "imageCache.totalCostLimit = 64 * 1024 * 1024\n"),
    ("uikit", "imageCache.totalCostLimit = 64 * 1024 * 1024\n"),
  ])
  func `a budget becomes the limit of the library`(target: String, line: String) throws {
    let text = try emit(["--for", target, "--budget", "64MiB"])
    #expect(text.contains(line), "\(text)")
  }

  @Test func `a share of memory becomes an expression that the device evaluates`() throws {
    let text = try emit(["--for", "nuke", "--budget", "15%<=768MiB"])
    let expression =
      "Int(min(Double(ProcessInfo.processInfo.physicalMemory) * 0.15, 768 * 1024 * 1024))"
    #expect(text.contains("ImageCache.shared.costLimit = \(expression)\n"), "\(text)")
    #expect(try emit(["--for", "nuke"]).contains(expression))
  }

  @Test func `the code for no limit follows each library`() throws {
    #expect(try emit(["--for", "nuke", "--budget", "none"]).contains("costLimit = Int.max\n"))
    #expect(
      try emit(["--for", "sdwebimage", "--budget", "none"]).contains("maxMemoryCost = 0\n"))
  }

  @Test func `the code names a policy that the library lacks, but not its own`() throws {
    let foreign = try emit(["--for", "kingfisher", "--policy", "sieve", "--budget", "64MiB"])
    #expect(
      foreign.contains("// Not expressible here: policy 'sieve': Kingfisher keeps an NSCache"))
    let own = try emit(["--for", "kingfisher", "--policy", "kingfisher:expiration=60"])
    #expect(!own.contains("Not expressible"), "\(own)")
    #expect(own.contains("config.expiration = .seconds(60)\n"), "\(own)")
  }

  @Test(arguments: [
    (".5", "0.5"), ("5.", "5.0"), (".1e-5", "1e-06"), ("5", "5"), ("+2.5", "2.5"), ("1e2", "1e2"),
  ])
  func `a number in any spelling becomes a valid Swift literal`(typed: String, literal: String)
    throws
  {
    for (target, policy, line) in [
      ("nuke", "nuke-clock:ttl", "ImageCache.shared.ttl = \(literal)\n"),
      ("kingfisher", "kingfisher:expiration", "config.expiration = .seconds(\(literal))\n"),
    ] {
      let text = try emit(["--for", target, "--policy", "\(policy)=\(typed)"])
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func `a whole number in any spelling becomes a valid Swift literal`() throws {
    let loader = "nuke-data-cache:diskLimit=+0300:connections=+3"
    let text = try emit(["--for", "nuke", "--loader", loader])
    #expect(text.contains("withDataCache(sizeLimit: 300)\n"), "\(text)")
    #expect(text.contains("maxConcurrentOperationCount = 3\n"), "\(text)")
  }

  @Test func `a prefetch window becomes constants, and a prefetch rule is named`() throws {
    let window = try emit(["--for", "nuke", "--prefetch", "ring:ahead=2:behind=0.5"])
    #expect(window.contains("let prefetchScreensAhead = 2.0\n"), "\(window)")
    #expect(window.contains("let prefetchScreensBehind = 0.5\n"), "\(window)")
    let points = try emit(["--for", "nuke", "--prefetch", "ring:ahead=300pt:behind=0.5"])
    #expect(points.contains("in screens or points from the edges"), "\(points)")
    #expect(points.contains("let prefetchPointsAhead = 300.0\n"), "\(points)")
    #expect(points.contains("let prefetchScreensBehind = 0.5\n"), "\(points)")
    let rule = try emit(["--for", "nuke", "--prefetch", "skewport"])
    #expect(rule.contains("Not expressible here: prefetcher 'skewport'"), "\(rule)")
  }

  private static let loaderLines = [
    (
      "nuke:lanes=4:connections=3:rateLimit=0:diskLimit=300000000",
      [
        "var pipeline = ImagePipeline.Configuration.withURLCache\n",
        "DataLoader.sharedUrlCache.diskCapacity = 300000000\n",
        "pipeline.imageDecompressingQueue.maxConcurrentOperationCount = 4\n",
        "pipeline.dataLoadingQueue.maxConcurrentOperationCount = 3\n",
        "pipeline.isRateLimiterEnabled = false\n",
        "ImagePipeline.shared = ImagePipeline(configuration: pipeline)\n",
      ]
    ),
    (
      "nuke-data-cache:lanes=4:diskLimit=300000000",
      [
        "var pipeline = ImagePipeline.Configuration.withDataCache(sizeLimit: 300000000)\n",
        "pipeline.imageDecompressingQueue.maxConcurrentOperationCount = 4\n",
      ]
    ),
    ("nuke-data-cache", ["var pipeline = ImagePipeline.Configuration.withDataCache\n"]),
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
      ["KingfisherManager.shared.defaultOptions += [.backgroundDecode]\n"]
    ),
    (
      "kingfisher:diskHolds=download",
      [
        "serializer.preferCacheOriginalData = true\n",
        "KingfisherManager.shared.defaultOptions += [.cacheSerializer(serializer)]\n",
      ]
    ),
    (
      "sdwebimage:order=lifo:connections=3:diskLimit=100000000",
      [
        "SDWebImageDownloader.shared.config.executionOrder = .lifoExecutionOrder\n",
        "SDWebImageDownloader.shared.config.maxConcurrentDownloads = 3\n",
        "SDImageCache.shared.config.maxDiskSize = 100000000\n",
      ]
    ),
    (
      "kingfisher:connections=3:diskLimit=100000000",
      [
        "ImageCache.default.diskStorage.config.sizeLimit = 100000000\n",
        "session.httpMaximumConnectionsPerHost = 3\n",
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
    #expect(!text.contains("Not expressible"), "\(text)")
    #expect(text.contains("// Needs Kingfisher 8.8.1 or later"), "\(text)")
    let call = "ImagePrefetcher(urls: addresses that come into the window)\n"
    #expect(text.contains(call), "\(text)")
  }

  @Test func `the prefetcher of Kingfisher receives the options of the loader`() throws {
    let text = try emit([
      "--for", "kingfisher", "--prefetch", "ring:ahead=2", "--loader",
      "kingfisher:decode=redraw-full-size:prefetchesFromDisk=true",
    ]).replacing("\n//   ", with: " ")
    let options = "window, options: [.backgroundDecode, .alsoPrefetchToMemory])"
    #expect(text.contains(options), "\(text)")
  }

  @Test func `code for Nuke names its disk cache and the first version that supports it`() throws {
    let still = try emit(["--for", "nuke"])
    #expect(still.contains("// Needs Nuke 13.0.5 or later"), "\(still)")
    #expect(still.contains("// On disk: the system's URLCache"), "\(still)")
    #expect(!still.contains("withDataCache("), "\(still)")
    let ahead = try emit([
      "--for", "nuke", "--prefetch", "ring:ahead=2", "--loader", "nuke-data-cache",
    ])
    #expect(ahead.contains("// Needs Nuke 13.1.0 or later"), "\(ahead)")
    #expect(ahead.contains("// On disk: Nuke's DataCache."), "\(ahead)")
  }

  @Test func `every policy in the code exists in the catalog`() throws {
    let listed = try Scrollsim.run(["list", "policies", "--format", "csv"]).lines
    let names = Set(listed.map { String($0.prefix { $0 != "," }) })
    for target in ["nuke", "kingfisher", "sdwebimage", "nscache", "uikit"] {
      let text = try emit(["--for", target, "--policy", "sieve", "--budget", "64MiB"])
      for match in text.matches(of: /policy '([a-z0-9-]+)/) {
        #expect(names.contains(String(match.1)), "\(text)")
      }
    }
  }

  @Test func `the code names a loader setting that the library lacks`() throws {
    let text = try emit(["--for", "nuke", "--loader", "nuke:order=lifo:rateLimit=10"])
    #expect(text.contains("// Not expressible here: loader 'nuke': order=lifo.\n"), "\(text)")
    #expect(text.contains("// Not expressible here: loader 'nuke': rateLimit=10.\n"), "\(text)")
  }

  @Test(arguments: ["nuke", "kingfisher", "sdwebimage", "nscache", "uikit"])
  func `the code compiles against the interface of the library`(target: String) throws {
    let folder = try TemporaryFolder()
    let loaders = Self.loaderLines.map(\.0).filter { Self.target(of: $0) == target }
    let settings =
      loaders.map { ["--loader", $0] } + [
        ["--budget", "64MiB", "--prefetch", "ring:ahead=2"],
        ["--budget", "12.5%<=512MB", "--prefetch", "neighbours:k=3", "--policy", "sieve"],
        ["--budget", "20%", "--prefetch", "uikit-window"], ["--budget", "none"],
      ]
    for (name, source) in LibraryStubs.sources {
      try Data(source.utf8).write(to: folder.url.appendingPathComponent("\(name).txt"))
      let made = try Scrollsim.paste(
        "cp \(name).txt \(name).swift && swiftc -swift-version 6 -parse-as-library -emit-module "
          + "-module-name \(name) \(name).swift && rm \(name).swift", in: folder.url)
      try #require(made.status == 0, "\(made.complaint)")
    }
    for setting in settings {
      let text = try emit(["--for", target] + setting)
      try Data(text.utf8).write(to: folder.url.appendingPathComponent("main.swift"))
      let checked = try Scrollsim.paste(
        "swiftc -swift-version 6 -typecheck -warnings-as-errors -I . main.swift", in: folder.url)
      #expect(checked.status == 0, "\(text)\n\(checked.complaint)")
    }
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
    #expect(kept.text.hasPrefix("// loader nuke, policy lru, budget 64MiB"), "\(kept.text)")
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
      (["--for", "glide"], 64, "there is no target 'glide'"),
      (["--for", "nuke", "--budget", "1MiB,2MiB"], 64, "names 2; expected one"),
      (["--for", "nuke", "--run", "ab"], 64, "--run is of a store"),
      (["none.sqlite", "--for", "nuke"], 66, "there is no store 'none.sqlite'"),
    ]
    for (arguments, status, sentence) in cases {
      let outcome = try Scrollsim.run(["emit"] + arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.complaint)")
      #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
    }
  }
}
