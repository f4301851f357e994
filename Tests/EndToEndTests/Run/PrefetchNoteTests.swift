import Foundation
import Testing

/// The warning that a cache evicts what was prefetched.
@Suite struct PrefetchNoteTests {
  private func complaint(preloading images: Int, limit: String) throws -> String {
    let outcome = try Scrollsim.run([
      "run", "Traces/questions/preloaded-list.scroll", "--device", "pixel-8", "--loader",
      "glide:decode=redraw-full-size", "--prefetch", "glide-preload:max=\(images)", "--budget",
      limit,
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.complaint
  }

  @Test func `run warns if the cache evicts most of what is preloaded`() throws {
    let text = try complaint(preloading: 10, limit: "16MiB,20MiB")
    #expect(text.contains("prefetched images were evicted before they were shown"), "\(text)")
    #expect(text.contains("(cache limit 16MiB, 20MiB)"), "\(text)")
  }

  @Test func `run does not warn if the cache holds what is preloaded`() throws {
    #expect(try !complaint(preloading: 2, limit: "20MiB").contains("prefetched images"))
    #expect(try !complaint(preloading: 10, limit: "256MiB").contains("prefetched images"))
  }

  /// Most of what this fast scroll asks for arrives after its items have left, and is evicted: 4295
  /// images, of which the prefetcher asked for 134 at least.
  @Test func `images that came too late for their items do not count as prefetched`() throws {
    let outcome = try Scrollsim.run([
      "run", "Traces/photo-library.scroll", "--device", "iphone-5", "--budget", "12MiB",
      "--policy", "lru",
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(!outcome.complaint.contains("prefetched images"), "\(outcome.complaint)")
  }

  @Test func `where images came too late for their items, the number is a least one`() throws {
    let outcome = try Scrollsim.run([
      "run", "Traces/tall-feed.scroll", "--device", "iphone-5", "--budget", "8MiB", "--policy",
      "lru", "--prefetch", "ring:ahead=2",
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let counts = try #require(
      outcome.complaint.firstMatch(of: /at least (\d+) of (\d+) prefetched images/))
    let (evicted, all) = (try #require(Int(counts.1)), try #require(Int(counts.2)))
    #expect(all / 2 < evicted && evicted <= all, "\(outcome.complaint)")
  }
}
