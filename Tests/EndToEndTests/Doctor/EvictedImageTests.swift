import Testing

/// Tests of the images that count as lost by the cache.
@Suite struct EvictedImageTests {
  private func causes(_ arguments: String...) throws -> (lost: Double, evicted: Double) {
    let outcome = try Scrollsim.run(
      ["doctor", "Traces/recorded/feed-to-and-fro.scroll", "--format", "json"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let causes = try JSONText.object(outcome.output).object("causes")
    let reasons = causes.object("absenceSeconds")
    let evicted = ["evicted", "evictedUnused", "purged"].reduce(0.0) {
      $0 + (reasons[$1] as? Double ?? 0)
    }
    return (try #require(causes.number("evictedSeconds")), evicted)
  }

  @Test func `the absence of an evicted image has that reason without prefetches`() throws {
    let found = try causes(
      "--device", "iphone-8", "--loader", "nuke", "--prefetch", "none", "--budget", "48MiB")
    #expect(found.lost > 0)
    #expect(found.lost >= found.evicted - 1e-9)
  }

  @Test func `an evicted image counts as lost even if a prefetch requests it again`() throws {
    let found = try causes(
      "--device", "iphone-5", "--prefetch", "ring:ahead=1", "--budget", "48MiB")
    #expect(found.evicted == 0 && found.lost > 10, "\(found)")
  }
}
