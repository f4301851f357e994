import ScrollCore
import ScrollSimulation
import Testing

struct PageCacheTests {
  @Test func `the last read files stay`() {
    var cache = PageCache(fileCount: 4, limit: ByteCount(30))
    let hits = [0, 1, 2, 0, 3, 1, 0, 2].map { cache.read(ImageID($0), bytes: ByteCount(10)) }
    // 3 pushes 1 out, 1 pushes 2 out, 2 pushes 3 out.
    #expect(hits == [false, false, false, true, false, false, true, false])
    let bytes = cache.bytes
    #expect(bytes == ByteCount(30))
  }

  @Test func `a limit of zero means no cache`() {
    var cache = PageCache(fileCount: 4, limit: .zero)
    let hits = [0, 0].map { cache.read(ImageID($0), bytes: .zero) }
    #expect(hits == [false, false])
  }

  @Test func `a file that does not fit evicts nothing`() {
    var cache = PageCache(fileCount: 4, limit: ByteCount(30))
    _ = cache.read(ImageID(0), bytes: ByteCount(30))
    let (first, again) = (
      cache.read(ImageID(1), bytes: ByteCount(31)), cache.read(ImageID(1), bytes: ByteCount(31))
    )
    let stays = cache.read(ImageID(0), bytes: ByteCount(30))
    #expect(!first && !again && stays)
  }

  @Test func `a file with a new length counts as rewritten`() {
    var cache = PageCache(fileCount: 1, limit: ByteCount(30))
    let hits = [10, 20, 20].map { cache.read(ImageID(0), bytes: ByteCount($0)) }
    #expect(hits == [false, false, true])
    let (old, new) = (
      cache.contains(ImageID(0), bytes: ByteCount(10)),
      cache.contains(ImageID(0), bytes: ByteCount(20))
    )
    #expect(!old && new)
    let bytes = cache.bytes
    #expect(bytes == ByteCount(20))
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `a page cache equals the list of last read files`(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let limit = dice.within(1...60)
    var cache = PageCache(fileCount: 12, limit: ByteCount(limit))
    // Oldest first.
    var kept: [(file: Int, length: Int)] = []
    for step in 0..<600 {
      let (file, length) = (dice.below(12), 1 + dice.below(20))
      switch dice.below(20) {
      case 0:
        cache.drop(ImageID(file))
        kept.removeAll { $0.file == file }
      case 1 where dice.chance(0.2):
        cache.dropAll()
        kept = []
      default:
        let old = kept.first { $0.file == file }?.length
        let length = dice.chance(0.7) ? old ?? length : length
        let isHit = kept.contains { $0.file == file && $0.length == length }
        kept.removeAll { $0.file == file }
        if length <= limit { kept.append((file, length)) }
        while kept.reduce(0, { $0 + $1.length }) > limit { kept.removeFirst() }
        let read = cache.read(ImageID(file), bytes: ByteCount(length))
        #expect(read == isHit, "seed \(seed), step \(step)")
      }
      let bytes = cache.bytes.bytes
      let areThere = kept.allSatisfy { file, length in
        cache.contains(ImageID(file), bytes: ByteCount(length))
      }
      #expect(bytes == kept.reduce(0) { $0 + $1.length }, "seed \(seed), step \(step)")
      #expect(areThere, "seed \(seed), step \(step)")
    }
  }
}
