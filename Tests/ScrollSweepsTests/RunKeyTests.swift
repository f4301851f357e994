import ScrollSweeps
import Testing

@Suite struct RunKeyTests {
  @Test(arguments: [
    "  policy: fifo", "  policy: lru:countLimit=5", "  budget: 65MiB", "  seed: 1",
    "  device: iphone-8", "  network: lte", "  loader: nuke", "  loader: cached:lanes=1",
    "  prefetch: none", "  prefetch: neighbours:k=2", "  layout: grid:columns=2",
    "  start: warm", "  start: warm-disk", "  start: 'warm:after=0'",
  ])
  func `the key of a run depends on all its inputs`(line: String) throws {
    let plain = try Specs.plan()
    let other = try Specs.plan(line)
    #expect(plain.runs[0].key != other.runs[0].key)
  }

  @Test(arguments: [
    "  policy: lru", "  budget: 65536KiB", "  seed: 0..0", "  device: iphone-13-pro",
    "  loader: cached:coalescing=true", "  prefetch: neighbours:k=1", "  prefetch: own",
    "  start: cold",
    "title: Something else",
  ])
  func `the key of a run does not depend on the spelling of the spec`(line: String) throws {
    #expect(try Specs.plan().runs[0].key == Specs.plan(line).runs[0].key)
  }

  @Test func `the key of a sweep depends on its runs in order`() throws {
    let one = try Specs.plan("  policy: [lru, fifo]")
    #expect(try Specs.plan("  policy: [lru, fifo]").key == one.key)
    #expect(try Specs.plan("  policy: [fifo, lru]").key != one.key)
    #expect(Set(one.runs.map(\.key)).count == 2)
  }
}
