import ScrollCore
import ScrollSimulation
import Testing

/// Tests of bytes that were prefetched for nothing; a file has 100 bytes.
struct UnseenBytesTests {
  private func unseen(_ path: String, room: Int = 100) throws -> Int {
    let strip = Strip(
      path: path, loader: .cached, prefetcher: .named("neighbours"), room: room)
    return try strip.run().prefetch.unseenBytes.bytes
  }

  @Test func `the bytes of a neighbor that never appears count as unseen`() throws {
    #expect(try unseen("0........") == 100)
  }

  @Test func `the bytes of a neighbor that appears do not count as unseen`() throws {
    // Item 1 is wanted at 50 ms; its neighbor 2 never is.
    #expect(try unseen("0....1.....") == 100)
  }

  @Test func `the bytes of an unseen image count at each prefetch`() throws {
    // With room for one, item 1 is pushed out by each viewed image, and is never seen.
    #expect(try unseen("0........", room: 1) == 100)
    #expect(try unseen("0.....3.......", room: 1) == 300)
  }

  @Test func `a run without prefetches has no unseen bytes`() throws {
    let report = try Strip(path: "0...1...2...", loader: .cached, prefetcher: .none).run()
    #expect(report.prefetch.unseenBytes.bytes == 0)
  }
}
