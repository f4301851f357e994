import Foundation
import Testing

/// Tests that `evolve` rejects an invalid search in one sentence.
@Suite struct EvolveErrorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder.withTraces()
    try folder.write(SmallSearch.spec, to: "small.yml")
    let axes = "axes: {device: iphone-5, loader: cached, budget: 16MiB}\n"
    let validation = "validation: [{trace: \"sessions:count=1\"}]\n"
    for (name, training) in [
      ("policy", "{trace: \"sessions:count=1\", policy: lru}"),
      ("missing", "{trace: none.scroll}"),
      ("device", "{trace: \"sessions:count=1\", device: iphone-5000}"),
      ("loader", "{trace: \"sessions:count=1\", loader: background-read}"),
    ] {
      try folder.write(axes + "training: [\(training)]\n" + validation, to: "\(name).yml")
    }
    try folder.write(
      axes + "training: [{trace: Traces/recorded/doom-scroll.scroll, prefetch: none}]\n"
        + validation, to: "idle.yml")
  }

  @Test(arguments: [
    Refusal("no store", "evolve small.yml", 64, says: "expected --store FILE"),
    Refusal(
      "no file", "evolve nowhere.yml --store s.sqlite", 66,
      says: "file 'nowhere.yml' is missing; expected a search file"),
    Refusal(
      "a policy in a scenario", "evolve policy.yml --store s.sqlite", 65,
      says: "policy.yml:2", "training[0]", "has a policy", "expected none"),
    Refusal(
      "a trace that is not there", "evolve missing.yml --store s.sqlite", 66,
      says: "missing.yml:2", "none.scroll"),
    Refusal(
      "a device that does not exist", "evolve device.yml --store s.sqlite", 65,
      says: "device.yml:2", "'iphone-5000'"),
    Refusal(
      "a loader without a cache", "evolve loader.yml --store s.sqlite", 65,
      says: "loader.yml:2", "'background-read' has no cache", "expected a loader with a cache"),
    Refusal(
      "a seed that is none", "evolve small.yml --store s.sqlite --seed x", 64, says: "--seed"),
    Refusal(
      "the spec as output", "evolve small.yml --store s.sqlite --output small.yml", 64,
      says: "--output 'small.yml' is read by the same command"),
    Refusal(
      "an output in no folder", "evolve small.yml --store s.sqlite --output no/found.txt", 73,
      says: "'no/found.txt' cannot be written"),
  ])
  func `an invalid search is an error`(refusal: Refusal) throws { try refusal.check(in: folder) }

  @Test func `a search without headroom ends with status 1 and a message`() throws {
    let outcome = try Scrollsim.run(
      ["evolve", "idle.yml", "--store", "s.sqlite"], in: folder.url)
    #expect(outcome.status == 1, "\(outcome.complaint)\(outcome.text)")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.complaint.contains("scrollsim-lab: no training scenario has headroom"),
      "\(outcome.complaint)")
  }
}
