import Foundation
import Testing

/// Tests of every way of loading, over all kinds of networks and devices, with the built command.
@Suite struct LoaderRunTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  private func figures(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["run", Self.trace, "--format", "json"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return try #require(runs.first).object("figures")
  }

  @Test(arguments: [("loaders", "--loader"), ("prefetchers", "--prefetch")])
  func `every listed loader runs, and its counts add up`(
    listing: String, option: String
  ) throws {
    let document = try Scrollsim.run(["list", listing, "--format", "json"]).output
    let entries = try #require(
      JSONSerialization.jsonObject(with: document) as? [[String: Any]])
    let names = entries.compactMap { $0["name"] as? String }
    try #require(names.count >= 12)
    for name in names {
      let outcome = try Scrollsim.run([
        "run", Self.trace, option, name, "--network", "lte", "--budget", "8MiB", "--check",
      ])
      #expect(outcome.status == 0, "\(name): \(outcome.complaint)")
      #expect(outcome.complaint.contains("all figures add up"), "\(name)")
    }
  }

  @Test func `a slower network shows fewer images`() throws {
    let fast = try figures("--loader", "multi-level", "--network", "wifi")
    let slow = try figures("--loader", "multi-level", "--network", "edge")
    let (left, right) = (
      fast.number("blankSeconds"), slow.number("blankSeconds")
    )
    #expect(try #require(left) < #require(right))
    #expect(try #require(fast.number("downloads")) > 0)
  }

  @Test func `the text names the network if the loader downloads`() throws {
    let remote = try Scrollsim.run(["run", Self.trace, "--loader", "multi-level"])
    #expect(remote.text.contains("network wifi ("))
    let local = try Scrollsim.run(["run", Self.trace])
    #expect(!local.text.contains("network"))
  }

  @Test func `a line compares paging with purging on a device with swap`() throws {
    let mac = try Scrollsim.run(["run", Self.trace, "--device", "macbook-air-m1"])
    #expect(mac.text.contains("out and in; purge:"))
    let phone = try Scrollsim.run(["run", Self.trace, "--device", "iphone-5"])
    #expect(!phone.text.contains("out and in"))
  }

  @Test func `the JSON contains both costs and the cheaper choice`() throws {
    let run = { (device: String) in
      try JSONText.object(
        Scrollsim.run(["run", Self.trace, "--device", device, "--format", "json"]).output)
    }
    let mac = try run("macbook-air-m1")
    let (page, purge) = (
      try #require(mac.number("pagingDecision", "pageMilliseconds")),
      try #require(mac.number("pagingDecision", "purgeMilliseconds"))
    )
    let cheaper = mac.object("pagingDecision")["cheaper"] as? String
    #expect(cheaper == (page < purge ? "page" : "purge"), "page \(page) ms, purge \(purge) ms")
    #expect(try run("iphone-5")["pagingDecision"] is NSNull)
  }

  @Test func `a lossy network repeats bytes with the same seed and not with another`()
    throws
  {
    let arguments = [
      "run", Self.trace, "--loader", "multi-level", "--network", "3g-lossy", "--format", "json",
    ]
    let first = try Scrollsim.run(arguments + ["--seed", "1"]).output
    #expect(try Scrollsim.run(arguments + ["--seed", "1"]).output == first)
    #expect(try Scrollsim.run(arguments + ["--seed", "2"]).output != first)
  }

  @Test(arguments: [
    Refusal(
      "an unknown network", "run Traces/carousel.scroll --network carrier-pigeon", 64,
      says: "carrier-pigeon", "wifi"),
    Refusal(
      "a network file that is not there", "run Traces/carousel.scroll --network mine.yml", 66,
      says: "mine.yml"),
    Refusal(
      "a setting out of range", "run Traces/carousel.scroll --loader cached:lanes=65", 64,
      says: "lanes", "65", "0 to 64"),
    Refusal(
      "a setting that is no word of its list",
      "run Traces/carousel.scroll --loader cached:decode=quickly", 64,
      says: "decode", "quickly", "image-io"),
  ])
  func `mistakes are errors with messages`(refusal: Refusal) throws {
    try refusal.check(in: TemporaryFolder.withTraces())
  }
}
