import ScrollCaching
import ScrollCore
import ScrollTraces
import TestSupport
import Testing
import scrollsim_lab

/// From operations that are proposed, at most 200, a cache is named.
@Suite struct NamingTests {
  private static let counting = Naming(
    CacheLogHeader(tellsEvictions: true, limits: CacheLimits(count: 4)),
    asking: [.set, .get, .remove, .limits])
  private static let weighing = Naming(
    CacheLogHeader(tellsEvictions: true, limits: CacheLimits(cost: 60)),
    asking: [.set, .get, .remove, .limits, .warning, .background])
  private static let silent = Naming(
    CacheLogHeader(tellsEvictions: false, limits: CacheLimits(count: 4)),
    asking: [.set, .get, .remove])

  private static let names = ["nscache-corelibs"]
  private static let moreNames = [
    "lru", "clock", "arc", "fifo", "sieve", "lfu", "slru", "2q", "nuke-clock", "nscache-arc",
  ]

  @Test(arguments: isNightly ? names + moreNames : names)
  func `the search names a model from its answers`(name: String) throws {
    for (index, naming) in [Self.counting, Self.weighing, Self.silent].enumerated() {
      let model = Candidate(try PolicyCatalog.builtIn.choose(name))
      let found = naming.names {
        ProposedLog.answered($0, for: naming.header, asking: naming.verbs, by: model)
      }
      let expected = naming.classes.filter { $0.contains(name) }
      #expect(found == expected, "\(name), kind \(index)")
    }
  }

  #if os(Linux)
    @Test func `a probe names the NSCache of Foundation`() throws {
      let naming = Self.counting
      let found = try naming.names { operations in
        let proposed = ProposedLog.lines(operations, for: naming.header, asking: naming.verbs)
        let cache = NSCacheProbe()
        let answers = cache.answers(to: proposed.joined(separator: "\n"))
        return try CacheLogReader.read(Array(answers.utf8), named: "probe")
      }
      #expect(found.count == 1)
      #expect(found.first?.contains("nscache-corelibs") == true, "\(found)")
      #expect(found == naming.classes.filter { $0.contains("nscache-corelibs") })
    }
  #endif

  @Test func `a class contains the models with equal answers`() {
    let lru = Self.counting.classes.first { $0.contains("lru") } ?? []
    #expect(Set(["lru", "nscache-lru", "nuke-lru", "lru-k:k=1"]).isSubset(of: lru), "\(lru)")
    #expect(Set(["fifo", "clock", "nscache-corelibs", "arc"]).isDisjoint(with: lru), "\(lru)")
    #expect(!Self.counting.classes.joined().contains("random"))
  }

  @Test func `equal seeds give equal proposals`() {
    let naming = Self.counting
    let proposals = (0..<2).map { _ in
      Proposal(
        telling: Separation(naming.models, of: naming.header, asking: naming.verbs),
        asking: naming.verbs, atMost: 30, goal: .max, seed: 5)
    }
    #expect(proposals[0].operations == proposals[1].operations)
    #expect(proposals[0].operations.count <= 30 && !proposals[0].operations.isEmpty)
    #expect(proposals[0].operations.allSatisfy { naming.verbs.contains($0.verb) })
  }
}
