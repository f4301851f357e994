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
  func `a budget is the limit of the library`(target: String, line: String) throws {
    let text = try emit(["--for", target, "--budget", "64MiB"])
    #expect(text.contains(line), "\(text)")
  }

  @Test func `a share of memory is an expression that the device evaluates`() throws {
    let text = try emit(["--for", "nuke", "--budget", "15%<=768MiB"])
    let expression =
      "Int(min(Double(ProcessInfo.processInfo.physicalMemory) * 0.15, 768 * 1024 * 1024))"
    #expect(text.contains("ImageCache.shared.costLimit = \(expression)\n"), "\(text)")
    #expect(try emit(["--for", "nuke"]).contains(expression))
  }

  @Test func `no limit is said as each library says it`() throws {
    #expect(try emit(["--for", "nuke", "--budget", "none"]).contains("costLimit = Int.max\n"))
    #expect(
      try emit(["--for", "sdwebimage", "--budget", "none"]).contains("maxMemoryCost = 0\n"))
  }

  @Test func `a policy that the library has not is named, its own is not`() throws {
    let foreign = try emit(["--for", "kingfisher", "--policy", "sieve", "--budget", "64MiB"])
    #expect(
      foreign.contains("// Not expressible here: policy 'sieve': Kingfisher keeps an NSCache"))
    let own = try emit(["--for", "kingfisher", "--policy", "kingfisher:expiration=60"])
    #expect(!own.contains("Not expressible"), "\(own)")
    #expect(own.contains("config.expiration = .seconds(60)\n"), "\(own)")
  }

  @Test func `a prefetch window is figures, a rule is named`() throws {
    let window = try emit(["--for", "nuke", "--prefetch", "ring:ahead=2:behind=0.5"])
    #expect(window.contains("let prefetchScreensAhead = 2.0\n"), "\(window)")
    #expect(window.contains("let prefetchScreensBehind = 0.5\n"), "\(window)")
    let rule = try emit(["--for", "nuke", "--prefetch", "skewport"])
    #expect(rule.contains("Not expressible here: prefetcher 'skewport'"), "\(rule)")
  }

  @Test(arguments: ["nuke", "kingfisher", "sdwebimage", "nscache", "uikit"])
  func `the code compiles against the library's interface`(target: String) throws {
    let folder = try TemporaryFolder()
    let settings = [
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

  @Test func `what cannot be is refused in a sentence`() throws {
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
