import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import TestSupport
import Testing

/// Tests that the policies in which bugs are planted are correct without them.
@Suite struct SabotageTests {
  /// The policies without bugs: the references, and policies that exist only to be broken.
  static let sound =
    Set(Sabotage.all.map(\.descriptor.name)).sorted().compactMap(References.of) + [
      .reference(of: "lru") { _ in SabotagedLRU(bug: nil) },
      .reference(of: "fifo") { _ in SabotagedFIFO(bug: nil) },
      .reference(of: "lru", model: { SabotagedCache($0, nil) }),
    ]

  @Test(arguments: sound.indices)
  func `every slow policy keeps the laws without a bug`(place: Int) throws {
    let slow = Self.sound[place]
    let builtIn = try PolicyCatalog.builtIn.choose(slow.name).entry
    let report = LawCheck(
      of: slow, reference: builtIn, plan: LawPlan(cases: isNightly ? 500 : 200, smallWorlds: false)
    ).run()
    #expect(report.holds, "\(report)")
  }

  /// The bugs that no law found before, each in a policy that is right otherwise.
  @Test(arguments: [
    (S3FIFOBug.ghostBytesLeak, "forgetting"), (.counterNotReset, "forgetting"),
    (.mainBytesDrift, "forgetting"), (.ignoresCapacity, "capacity"),
  ])
  func `a policy that leaks or ignores its limits breaks a law without a reference`(
    bug: S3FIFOBug, law: String
  ) throws {
    let plan = LawPlan(cases: 500, smallWorlds: false, laws: [law])
    let failure = try #require(LawCheck(of: bug.descriptor, plan: plan).run().failure)
    print(failure)
    #expect(failure.law.name == law)
    let sound = try #require(References.of("s3fifo"))
    let report = LawCheck(of: sound, plan: plan).run()
    #expect(report.holds, "\(report)")
  }

  @Test func `the list contains enough bugs with distinct names`() {
    #expect(Sabotage.all.count == 146)
    #expect(Set(Sabotage.all.map(\.name)).count == Sabotage.all.count)
  }
}
