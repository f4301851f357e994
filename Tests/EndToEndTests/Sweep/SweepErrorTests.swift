import Foundation
import Testing

@Suite struct SweepErrorTests {
  /// A spec with one wrong line, and the texts that its error must contain.
  struct BadSpec: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var says: [String]
    var status: Int32 = 65

    init(_ name: String, _ text: String, _ says: String..., status: Int32 = 65) {
      self.name = name
      self.text = text
      self.says = says
      self.status = status
    }

    var testDescription: String { name }
  }

  private static let trace = "trace: Traces/tall-feed.scroll"

  static let specs = [
    BadSpec(
      "a budget that is none", "axes:\n  \(trace)\n  budget: [16MiB, 32MiB, 12MB2]",
      "bad.yml:3: axes.budget[2]", "'12MB2' is not a size", "expected one like 64MiB"),
    BadSpec(
      "a budget of nothing", "axes:\n  \(trace)\n  budget: [0]", "axes.budget[0]",
      "'0' means no limit, but policy 'lru'"),
    BadSpec(
      "a policy with a slip", "axes:\n  \(trace)\n  policy:\n    - lru\n    - siave",
      "bad.yml:5: axes.policy[1]", "did you mean 'sieve'"),
    BadSpec(
      "a setting that does not exist", "axes:\n  \(trace)\n  policy: distance:led=2",
      "axes.policy", "'distance' has no setting 'led'"),
    BadSpec(
      "a setting's axis out of range",
      "axes:\n  \(trace)\n  policy: distance\n  set:\n    distance.lead: [1, none]",
      "bad.yml:5: axes.set.distance.lead[1]", "'none'"),
    BadSpec(
      "a setting of an unused policy", "axes:\n  \(trace)\n  set:\n    sieve.bits: 2",
      "axes.set.sieve.bits", "the sweep does not use 'sieve'"),
    BadSpec(
      "a setting that is typed as well",
      "axes:\n  \(trace)\n  policy: distance:lead=2\n  set: {distance.lead: 3}",
      "axes.policy", "expected one of the two"),
    BadSpec(
      "an unknown axis", "axes:\n  \(trace)\n  policies: lru", "bad.yml:3", "policies",
      "it takes trace, layout"),
    BadSpec(
      "an unknown field", "axis:\n  \(trace)", "bad.yml:1", "a sweep has no field 'axis'"),
    BadSpec("no axes", "title: Nothing", "axes is missing"),
    BadSpec("no trace", "axes:\n  policy: lru", "a sweep needs a trace", status: 64),
    BadSpec(
      "a trace that is not there", "axes:\n  trace: [Traces/tall-feed.scroll, gone.scroll]",
      "bad.yml:2: axes.trace[1]: ", "gone.scroll", status: 66),
    BadSpec(
      "a profile that is not there", "axes:\n  \(trace)\n  device: gone.yml",
      "bad.yml:3: axes.device: ", "gone.yml", status: 66),
    BadSpec(
      "two devices of one name", "axes:\n  \(trace)\n  device: [iphone-8, my.yml]",
      "axes.device[1]", "has the name 'iphone-8' of another device"),
    BadSpec(
      "a rule with a device that is not there",
      "axes:\n  \(trace)\nexclude:\n  - {device: iphone-99}", "exclude[0].device",
      "there is no device 'iphone-99'"),
    BadSpec(
      "a rule with an unknown setting",
      "axes:\n  \(trace)\nexclude:\n  - {set: {distance.led: 2}}",
      "exclude[0].set.distance.led", "'distance' has no setting 'led'"),
    BadSpec(
      "a device that is not there", "axes:\n  \(trace)\n  device: [iphone-8, iphone-99]",
      "axes.device[1]", "there is no device 'iphone-99'"),
    BadSpec(
      "a seed that is none", "axes:\n  \(trace)\n  seed: [1, -3]", "axes.seed[1]",
      "'-3' is not a seed"),
    BadSpec(
      "a policy that knows the future", "axes:\n  \(trace)\n  policy: belady", "axes.policy",
      "needs to know the future"),
    BadSpec(
      "a layout without room", "axes:\n  \(trace)\n  layout: grid:columns=0", "axes.layout"),
    BadSpec(
      "a rule that excludes nothing",
      "axes:\n  \(trace)\n  policy: lru\nexclude:\n  - {policy: fifo}",
      "bad.yml:5: exclude[0].policy", "excludes no run"),
    BadSpec(
      "a rule that excludes everything",
      "axes:\n  \(trace)\n  policy: lru\nexclude:\n  - {policy: lru}",
      "excludes every run"),
    BadSpec(
      "a comparison that is none",
      "axes:\n  \(trace)\nexclude:\n  - {budget: '<>32MiB'}", "exclude[0].budget",
      "is not a comparison"),
    BadSpec("no YAML", "axes: [", "bad.yml", "not YAML"),
    BadSpec("an empty list", "axes:\n  \(trace)\n  policy: []", "axes.policy", "at least one"),
    BadSpec(
      "too many runs", "axes:\n  \(trace)\n  seed: 0..99999\n  budget: 1MiB..100MiB:+1MiB",
      "more than 1000000 runs"),
  ]

  @Test(arguments: specs)
  func `an invalid spec is an error with its place and creates nothing`(
    spec: BadSpec
  ) throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(spec.text + "\n", to: "bad.yml")
    let device = PackageRoot.url.appendingPathComponent(
      "Sources/ScrollTraces/Devices/iphone-8.yml")
    let text = try String(contentsOf: device, encoding: .utf8)
    try folder.write(text.replacing("value: 60 Hz", with: "value: 120 Hz"), to: "my.yml")
    var refusal = Refusal(
      spec.name, "sweep bad.yml --store results.sqlite", spec.status)
    refusal.says = spec.says
    try refusal.check(in: folder)
  }

  @Test(arguments: [
    "sweep plan drawn.yml --shards 2 --output plan", "sweep shard 1/2 drawn.yml --store s.sqlite",
    "tune drawn.yml --limit 'stallSeconds<=1s' --store s.sqlite",
  ])
  func `commands that make all runs at once refuse a spec with a target`(command: String) throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(
      "until: 5%\naxes:\n  trace: sessions:seed=1\n  policy: [lru, mru]\n  budget: 24MiB\n",
      to: "drawn.yml")
    try Refusal(
      "a target", command, 64,
      says: "drawn.yml has 'until: ±5 %", "expected a spec without it"
    ).check(in: folder)
  }

  static let usage = [
    Refusal(
      "no store", "sweep Traces/demo.yml", 64, says: "needs a store", "--store FILE"),
    Refusal(
      "a target with one setting",
      "sweep --trace sessions:seed=1 --policy lru --budget 24MiB --device iphone-8 --until 5% "
        + "--store s",
      64, says: "--until compares settings, but the sweep has only one"),
    Refusal(
      "a shard that is none", "sweep shard 9/8 Traces/demo.yml --store s", 64,
      says: "'9/8' is not a shard", "K/N like 3/8"),
    Refusal(
      "no shards", "sweep plan Traces/demo.yml --shards 0 --output plan", 64,
      says: "expected 1 to"),
    Refusal(
      "too many shards to count",
      "sweep shard 1/9223372036854775807 Traces/demo.yml --store s", 64, says: "is not a shard"),
    Refusal(
      "the option that was a plan", "sweep Traces/demo.yml --plan 3 --output plan", 64,
      says: "'--plan' is now 'scrollsim sweep plan"),
    Refusal(
      "the option that was a shard", "sweep Traces/demo.yml --shard 1/3 --store s", 64,
      says: "'--shard' is now 'scrollsim sweep shard"),
    Refusal(
      "a setting twice",
      "sweep Traces/demo.yml --policy distance --set distance.lead=1 --set distance.lead=2", 64,
      says: "repeats 'distance.lead'"),
    Refusal(
      "no jobs", "sweep Traces/demo.yml --jobs 0 --store s", 64, says: "expected 1 to 1024"),
    Refusal(
      "no budget where one loader has none",
      "sweep --trace Traces/tall-feed.scroll --loader nuke,sdwebimage --policy lru --store s", 64,
      says: "scrollsim: there is no budget: policy 'lru' never evicts without a limit",
      "loader 'sdwebimage' has no default", "or --budget SIZE"),
    Refusal(
      "no budget of its own",
      "sweep --trace Traces/tall-feed.scroll --loader sdwebimage --policy lru --budget own "
        + "--store s", 64,
      says: "--budget 'own' means no limit for loader 'sdwebimage', but policy 'lru'"),
    Refusal(
      "a policy that knows the future",
      "sweep --trace Traces/tall-feed.scroll --policy belady --budget 24MiB --store s", 64,
      says: "scrollsim: --policy 'belady' needs to know the future, which no run does"),
    Refusal(
      "a flag with a slip", "sweep Traces/demo.yml --policy lruu --store s", 64,
      says: "--policy", "did you mean 'lru'"),
    Refusal(
      "a rule that names no axis", "sweep Traces/demo.yml --exclude policies=lru --store s", 64,
      says: "--exclude", "is no setting or condition"),
    Refusal(
      "a spec that is not there", "sweep gone.yml --store s", 66, says: "gone.yml"),
    Refusal(
      "stores that are not there", "sweep merge gone.sqlite --store all.sqlite", 66,
      says: "gone.sqlite"),
    Refusal(
      "a store in a folder that is not there", "sweep Traces/demo.yml --store gone/s.sqlite", 73,
      says: "gone/s.sqlite"),
    Refusal(
      "a store that is a folder", "sweep Traces/demo.yml --store Traces", 66, says: "Traces"),
    Refusal(
      "a store that is no database", "sweep Traces/demo.yml --store Traces/carousel.scroll", 65,
      says: "Traces/carousel.scroll"),
  ]

  @Test(arguments: usage)
  func `an impossible sweep is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: try .withTraces())
  }
}
