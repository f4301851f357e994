import ScrollCaching
import ScrollCore
import Testing

/// The first queue of three policies has a small share; it holds at least one image.
struct LargeImagesTests {
  static let policies = ["s3fifo", "s3fifo:coldStart=main", "qd-lp", "w-tinylfu"]

  func request(_ image: Int, cost: Int) -> Request {
    Request(image: ImageID(image), cost: cost, time: SimTime(nanoseconds: 0))
  }

  @Test(arguments: policies, [1, 3, 9, 10, 19, 20, 99])
  func `a policy stores every image that fits, however few fit`(policy: String, capacity: Int)
    throws
  {
    let model = try ClassicReplay.model(policy, images: 300, limits: CacheLimits(cost: capacity))
    for image in 0..<300 {
      let cost = image % 4 == 0 ? capacity : 1 + image % max(1, capacity / 2)
      #expect(model.store(request(image, cost: cost), as: .viewed) == .stored)
      #expect(model.contains(ImageID(image)))
      #expect(model.totalCost <= capacity)
    }
  }

  @Test(arguments: ["s3fifo", "qd-lp"])
  func `a scan replaces one image in a cache of four, and none in use`(policy: String) throws {
    let cache = try DrivenCache(policy, images: 4_096, room: 4)
    for _ in 0..<5 { for image in 0..<3 { cache.view(image) } }
    for image in 10..<40 {
      cache.view(image)
      #expect(cache.contains(image))
    }
    #expect((0..<3).allSatisfy { cache.contains($0) })
  }

  @Test func `w-tinylfu filters images in caches of fewer than a hundred`() throws {
    // The window has room for one, which meets the first of 49 that were counted before.
    let cache = try DrivenCache("w-tinylfu", images: 4_096, room: 50)
    for _ in 0..<5 { for image in 0..<45 { cache.view(image) } }
    for image in 1_000..<1_020 {
      cache.view(image)
      #expect(cache.contains(image))
    }
    #expect((0..<45).count { cache.contains($0) } >= 42)
  }

  @Test func `the main queue evicts for a large image from the small queue`() throws {
    // Room for 20, of which two belong to small. 0 and 1 were used: they move to main, where
    // they weigh 16, when 3 pushes out 2. For 9 in small main has 11: 0 leaves, and 3 may stay.
    let model = try ClassicReplay.model("s3fifo", images: 9, limits: CacheLimits(cost: 20))
    let costs = [12, 4, 4, 4, 9]
    for image in 0..<3 { _ = model.store(request(image, cost: costs[image]), as: .viewed) }
    for image in [0, 1, 0, 1] { #expect(model.lookup(request(image, cost: costs[image]))) }
    for image in 3..<5 { _ = model.store(request(image, cost: costs[image]), as: .viewed) }
    var left: [Int] = []
    model.drainRemovals { left.append(Int($0.image.index)) }
    #expect(left == [2, 0])
  }

  @Test(arguments: ["s3fifo", "qd-lp", "w-tinylfu"])
  func `a policy that refuses large images stores nothing if few fit`(policy: String) throws {
    let tally = try ClassicReplay.run(
      "\(policy):refusesLarge=true", ClassicStream.all[0].generate(), .count, capacity: 9)
    #expect(tally.misses == tally.requests)
    #expect(tally.refusals == tally.requests)
  }
}
