import ScrollCaching
import ScrollCore
import ScrollSweeps
import Testing

/// Tests of the behavior of a policy on 500 random streams.
@Suite struct PolicyBehaviorTests {
  private func digest(_ policy: String) throws -> String {
    "\(PolicyBehavior.digest(of: try PolicyCatalog.builtIn.choose(policy)))"
  }

  // The digests were recorded once: other streams, or another machine's, would make every stored
  // run anew.
  @Test(arguments: [
    ("lru", "bb72c1ef0f8b3dbe7cd3ae4016836f4f"), ("distance", "d0cce7d4132cdd2020ca211a73dfb887"),
  ])
  func `a digest is the same on every machine`(policy: String, expected: String) throws {
    let found = try digest(policy)
    #expect(found == expected)
  }

  @Test func `rules that differ by place, by settings or in large caches have different digests`()
    throws
  {
    let policies = [
      "lru", "fifo", "sieve", "arc", "gdsf", "random", "lirs", "lirs:hirShare=0.1", "s3fifo",
      "s3fifo:refusesLarge=true", "w-tinylfu", "w-tinylfu:refusesLarge=true", "qd-lp",
      "distance", "distance:lead=2", "distance-cost", "distance-lead", "time-to-visible",
      "nscache-lru", "nscache-arc", "kingfisher",
    ]
    var known: [String: String] = [:]
    for policy in policies {
      let digest = try digest(policy)
      let other = known.updateValue(policy, forKey: digest)
      #expect(other == nil, "\(policy) has the digest of \(other ?? "")")
    }
  }
}
