import ScrollCaching
import ScrollCore
import Testing

/// Worked examples of the size- and cost-aware policies.
struct CostAwareExamplesTests {
  func request(_ image: Int, _ cost: Int = 1, at time: Int64 = 0) -> Request {
    Request(image: ImageID(image), cost: cost, time: SimTime(nanoseconds: time))
  }

  func model(
    _ policy: String, images: Int = 100, _ limits: CacheLimits, reloads: [Double] = []
  ) throws -> any CacheModel {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    return choice.entry.makeModel(
      PolicySetup(
        imageCount: images, limits: limits, settings: choice.settings,
        reloadMilliseconds: reloads, clock: .requests))
  }

  /// Returns the first image that is evicted when images of these sizes are stored in order.
  func firstOut(_ policy: String, sizes: [Int], room: Int, reloads: [Double] = []) throws -> Int? {
    let model = try model(policy, CacheLimits(cost: room), reloads: reloads)
    for (image, size) in sizes.enumerated() { _ = model.store(request(image, size), as: .viewed) }
    var first: Int?
    model.drainRemovals { first = first ?? Int($0.image.index) }
    return first
  }

  @Test(arguments: [
    ("size", 1), ("gds", 1), ("landlord", 1), ("hyperbolic:cost=one", 1),
    ("gds:cost=bytes", 0), ("hyperbolic", 0), ("adaptsize", 0),
  ])
  func `a policy with sizes evicts the largest image`(policy: String, victim: Int) throws {
    #expect(try firstOut(policy, sizes: [2, 6, 1, 3], room: 9) == victim)
  }

  @Test(arguments: ["gds", "landlord", "camp", "hyperbolic"])
  func `a policy with reload times evicts the image with the fastest reload`(policy: String) throws
  {
    let reloads = [30, 2, 10] + [Double](repeating: 50, count: 97)
    #expect(
      try firstOut(
        "\(policy):cost=reloadTime", sizes: [1, 1, 1, 1], room: 3, reloads: reloads) == 1)
  }

  @Test func `residents of landlord pay for a new image`() throws {
    // Credits per byte 1, 1/2, 1/4: the last is evicted, then the others have 3/4 and 1/4 left, and
    // the newcomer of 3 bytes has 1/3.
    let model = try model("landlord", CacheLimits(cost: 7))
    for (image, size) in [1, 2, 4].enumerated() {
      _ = model.store(request(image, size), as: .viewed)
    }
    _ = model.store(request(3, 3), as: .viewed)
    #expect(!model.contains(ImageID(2)))
    _ = model.store(request(4, 2), as: .viewed)
    #expect(!model.contains(ImageID(1)))
  }

  @Test func `size ranks by the last request, and the cache charges the first cost`() throws {
    let model = try model("size", CacheLimits(cost: 10))
    for (image, size) in [4, 5].enumerated() {
      _ = model.store(request(image, size), as: .viewed)
    }
    #expect(model.lookup(request(0, 9)))
    _ = model.store(request(2, 3), as: .viewed)
    #expect(!model.contains(ImageID(0)))
    #expect(model.totalCost == 8)
  }

  @Test func `hits during a load raise the value of an image`() throws {
    // Loads take 10 requests: image 1 is requested in a burst, image 0 is not.
    let model = try model("aggregate-delay:fetchRequests=10", CacheLimits(count: 2))
    var time: Int64 = 0
    for image in [1, 1, 1, 1, 0] {
      if !model.lookup(request(image, at: time)) {
        _ = model.store(request(image, at: time), as: .viewed)
      }
      time += 1
    }
    // Delays 10 + 9 + 8 + 7 over 3 requests, against 10 over 2.
    _ = model.store(request(2, at: 6), as: .viewed)
    #expect(model.contains(ImageID(1)))
    #expect(!model.contains(ImageID(0)))
  }

  @Test(arguments: [
    ("hyperbolic", false), ("lhd", true), ("aggregate-delay", true),
  ])
  func `a policy spares a prefetched image once`(policy: String, othersAreHot: Bool) throws {
    for (standing, stays) in [("viewed", false), ("unseen", true)] {
      let model = try model("\(policy):prefetchedCountsAs=\(standing)", CacheLimits(count: 2))
      var time: Int64 = 0
      _ = model.store(request(1, at: 0), as: .prefetched)
      for _ in 0..<5_000 {
        time += 1
        if !model.lookup(request(0, at: time)) {
          _ = model.store(request(0, at: time), as: .viewed)
        }
      }
      _ = model.store(request(2, at: time), as: .viewed)
      #expect(model.contains(ImageID(1)) == stays, "\(policy), \(standing)")
      _ = model.store(request(3, at: time), as: .viewed)
      if !stays { #expect(!model.contains(ImageID(1))) }
    }
  }

  @Test func `lhd learns densities that differ from its defaults`() throws {
    // A loop larger than the cache; with the assumed densities the policy acts like lru.
    let images = (0..<120_000).map { ImageID($0 % 150) }
    let stream = RequestStream(images: images, imageCount: 150)
    let misses = try ["lhd:ageShift=0", "lhd:ageShift=0:period=1024"].map {
      try ClassicReplay.run($0, stream, .count, capacity: 100).misses
    }
    #expect(misses[1] < misses[0])
  }
}
