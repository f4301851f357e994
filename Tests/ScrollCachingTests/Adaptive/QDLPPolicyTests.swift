import ScrollCaching
import ScrollCore
import Testing

/// The queues of `qd-lp`, seen from outside.
struct QDLPPolicyTests {
  func serve(_ model: any CacheModel, _ image: Int, cost: Int = 1) -> Bool {
    let request = Request(image: ImageID(image), cost: cost, time: SimTime(nanoseconds: 0))
    let hit = model.lookup(request)
    if !hit { _ = model.store(request, as: .viewed) }
    return hit
  }

  @Test func `one hit in small is enough to stay`() throws {
    // With s3fifo it takes two.
    for (policy, stays) in [("qd-lp", true), ("s3fifo", false)] {
      let model = try ClassicReplay.model(policy, images: 200, limits: CacheLimits(count: 20))
      for image in 0..<20 { _ = serve(model, image) }
      #expect(serve(model, 0))
      for image in 20..<60 { _ = serve(model, image) }
      #expect(model.contains(ImageID(0)) == stays, "\(policy)")
    }
  }

  @Test func `a returning ghost enters main`() throws {
    let model = try ClassicReplay.model("qd-lp", images: 60, limits: CacheLimits(count: 20))
    for image in 0..<21 { #expect(!serve(model, image)) }
    #expect(!serve(model, 0))
    for image in 25..<55 { #expect(!serve(model, image)) }
    #expect(serve(model, 0))
  }

  @Test func `main makes room for itself even if the cache has room`() throws {
    // Small has room for 2 of 20, main for 18. Nineteen ghosts return: the nineteenth pushes
    // out the first, although two places are free by then.
    let model = try ClassicReplay.model("qd-lp", images: 100, limits: CacheLimits(count: 20))
    for image in 0..<40 { _ = serve(model, image) }
    for image in 2..<20 { _ = serve(model, image) }
    #expect(model.residentCount == 20)
    #expect((2..<20).allSatisfy { model.contains(ImageID($0)) })
    for image in [38, 39] { model.remove(ImageID(image), because: .removed) }
    #expect(model.residentCount == 18)
    for image in 40..<60 { _ = serve(model, image) }
    _ = serve(model, 40)
    #expect(!model.contains(ImageID(2)))
    #expect(model.contains(ImageID(3)))
  }

  @Test(arguments: [1, 9, 10, 19, 20])
  func `nothing of a tenth or more is stored`(capacity: Int) throws {
    let model = try ClassicReplay.model(
      "qd-lp", images: 2, limits: CacheLimits(cost: capacity))
    let request = Request(image: ImageID(0), cost: 1, time: SimTime(nanoseconds: 0))
    #expect(model.store(request, as: .viewed) == (capacity < 20 ? .refused : .stored))
  }
}
