import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// References that hold at stated settings, and settings that a choice gives.
struct StatedReferenceTests {
  private static func chosen(_ text: String) throws -> PolicyDescriptor {
    try PolicyCatalog.builtIn.choose(text).entry
  }

  /// The list with a setting: least recently used by default, or what was stored last.
  private static let list = Broken.policy(
    PolicyDescriptor.Facts(),
    settings: [Setting("order", .choice(["use", "newest"]), standard: "use", "What goes first.")]
  ) { setup, policy in
    if setup.settings["order"] == "newest" { policy.choose = { $1.last } }
  }

  private static func report(
    of descriptor: PolicyDescriptor = list, _ reference: PolicyDescriptor
  ) -> LawReport {
    LawCheck(
      of: descriptor, reference: reference,
      plan: LawPlan(cases: 200, smallWorlds: false, laws: ["reference"])
    ).run()
  }

  @Test func `a reference without random settings is compared only at the defaults`() throws {
    let lru = try Self.chosen("lru")
    #expect(Self.report(lru).failure?.script.settings.isEmpty == false)
    let report = Self.report(.reference(of: lru, at: [:]))
    #expect(report.holds, "\(report)")
    #expect(report.statistics.exercised.first?.count ?? 0 > 100)
  }

  @Test func `a reference is compared at its stated settings, which the case shows`() throws {
    let lru = try Self.chosen("lru")
    let failure = try #require(Self.report(.reference(of: lru, at: ["order": "newest"])).failure)
    #expect(failure.script.settings == [ScriptSetting(name: "order", value: "newest")])
    #expect(failure.snippet.contains("; setting order=newest; "))
    let list = Self.report(.reference(of: Self.list, at: ["order": "newest"]))
    #expect(list.holds, "\(list)")
  }

  @Test func `the report names a setting that the policy lacks`() throws {
    let report = Self.report(.reference(of: try Self.chosen("lru"), at: ["led": "2"]))
    #expect(!report.holds && report.failure == nil)
    #expect(
      "\(report)" == "the reference of 'broken' cannot hold at the stated settings: "
        + "'broken' has no setting 'led'; it takes order, countLimit")
  }

  @Test func `the laws use a chosen setting`() throws {
    let (plain, viewed) = (
      try Self.chosen("s3fifo"), try Self.chosen("s3fifo:prefetchedCountsAs=viewed")
    )
    #expect(Self.report(of: viewed, viewed).holds)
    let failure = try #require(Self.report(of: viewed, .reference(of: plain, at: [:])).failure)
    #expect("\(failure)".hasPrefix("'s3fifo:prefetchedCountsAs=viewed' breaks 'reference'"))
    #expect(failure.script.operations.contains { if case .prefetch = $0 { true } else { false } })
    #expect(!Law.claimed(by: viewed).map(\.name).contains("prefetch-standing"))
    #expect(Law.claimed(by: plain).map(\.name).contains("prefetch-standing"))
  }

  @Test func `a choice without settings equals the entry of the catalog`() throws {
    #expect(try Self.chosen("s3fifo").chosen.isEmpty)
    let settings = try Self.chosen("s3fifo:coldStart=main").chosen
    #expect(settings.map(\.name) == ["coldStart"] && settings.map(\.value) == ["main"])
  }
}
