import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests of policies that stop the program.
struct CrashTests {
  /// Returns a policy that is sound, or that stops the program at the request for a second victim.
  static func policy(isSound: Bool) -> PolicyDescriptor {
    PolicyDescriptor("stops", "For tests.") { _ in
      var policy = ListPolicy()
      if !isSound {
        policy.choose = { policy, free in
          precondition(policy.order.count < 3, "the policy stops")
          return free.first
        }
      }
      return policy
    }
  }

  @Test func `a corpus keeps the case of a crash, and the next check tries it first`()
    async throws
  {
    let folder = CorpusTests.Folder()
    let path = folder.path
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let plan = LawPlan(cases: 200, corpus: path, smallWorlds: false)
      _ = LawCheck(of: CrashTests.policy(isSound: false), plan: plan).run()
    }

    let left = try #require(folder.names?.first { $0.hasSuffix(".running") })
    #expect(left.hasPrefix("stops."))
    let script = try Script(try folder.text(left))
    #expect(!script.operations.isEmpty)

    let plan = LawPlan(cases: 20, corpus: path, smallWorlds: false, laws: ["victims"])
    let mended = LawCheck(of: Self.policy(isSound: true), plan: plan).run()
    #expect(mended.holds, "\(mended)")
    #expect(folder.names ?? [] == [], "nothing is left of a case that passes")
  }
}
