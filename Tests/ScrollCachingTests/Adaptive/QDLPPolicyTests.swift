import ScrollCaching
import ScrollCore
import Testing

/// The queues of `qd-lp`, seen from outside.
struct QDLPPolicyTests {
  @Test func `one hit in the small queue of qd-lp keeps an image`() throws {
    // With s3fifo it takes two.
    for (policy, stays) in [("qd-lp", true), ("s3fifo", false)] {
      let cache = try DrivenCache(policy, room: 20)
      for image in 0..<20 { cache.view(image) }
      #expect(cache.view(0))
      for image in 20..<60 { cache.view(image) }
      #expect(cache.contains(0) == stays, "\(policy)")
    }
  }

  @Test func `the main queue evicts within its share although the cache has space`() throws {
    // Small has room for 2 of 20, main for 18. Nineteen ghosts return: the nineteenth pushes
    // out the first, although two places are free by then.
    let cache = try DrivenCache("qd-lp", room: 20)
    for image in 0..<40 { cache.view(image) }
    for image in 2..<20 { cache.view(image) }
    #expect(cache.model.residentCount == 20)
    #expect((2..<20).allSatisfy { cache.contains($0) })
    for image in [38, 39] { cache.model.remove(ImageID(image), because: .removed) }
    #expect(cache.model.residentCount == 18)
    for image in 40..<60 { cache.view(image) }
    cache.view(40)
    #expect(!cache.contains(2))
    #expect(cache.contains(3))
  }
}
