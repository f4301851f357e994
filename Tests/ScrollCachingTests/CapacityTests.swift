import ScrollCaching
import ScrollCore
import Testing

/// From how many images on a policy is what its name says.
struct CapacityTests {
  @Test(arguments: [
    ("lru", 1, 1), ("2q", 4, 4), ("s3fifo", 2, 2), ("s3fifo:refusesLarge=true", 20, 20),
    ("s4fifo:smallShare=0.25:refusesLarge=true", 8, 8),
    ("lirs", 100, 2), ("lirs:hirShare=0.5", 2, 2), ("w-tinylfu", 2, 2),
    ("w-tinylfu:refusesLarge=true", 100, 100), ("w-tinylfu:sketch=caffeine", 100, 2),
    ("nuke-clock", 11, 1), ("nuke-clock:entryCostLimit=0.5", 3, 1),
  ])
  func `the smallest useful limit depends on settings and on the unit`(
    text: String, ofBytes: Int, ofImages: Int
  ) throws {
    let policy = try PolicyCatalog.builtIn.choose(text)
    for (countsImages, needed) in [(false, ofBytes), (true, ofImages)] {
      #expect(policy.smallestUsefulCapacity(countsImages: countsImages) == needed)
      let enough = policy.shortage(inRoomFor: Double(needed), countsImages: countsImages)
      #expect(enough == nil)
      let little = policy.shortage(inRoomFor: Double(needed) - 0.5, countsImages: countsImages)
      #expect(little?.needed == needed && little?.room == Double(needed) - 0.5)
    }
  }

  @Test(arguments: ["unbounded", "nscache-docs", "image-named", "nscache-gnustep"])
  func `a cache without a promise about limits accepts any limit`(
    name: String
  ) throws {
    let policy = try PolicyCatalog.builtIn.choose(name)
    #expect(policy.shortage(inRoomFor: 0, countsImages: false) == nil)
    #expect(policy.shortage(inRoomFor: 0, countsImages: true) == nil)
  }

  @Test(arguments: [
    "lirs", "lirs:hirShare=0.03", "w-tinylfu:refusesLarge=true", "nuke-clock",
    "nuke-lru:entryCostLimit=0.25",
  ])
  func `the smallest useful limit stores an image of many bytes, and less refuses it`(
    text: String
  ) throws {
    let policy = try PolicyCatalog.builtIn.choose(text)
    let needed = policy.smallestUsefulCapacity(countsImages: false)
    func isStored(in bytes: Int) -> Bool {
      let model = policy.entry.makeModel(
        PolicySetup(
          imageCount: 1, limits: CacheLimits(cost: bytes), settings: policy.settings))
      let request = Request(image: ImageID(0), cost: 1000, time: .zero)
      let isHit = model.lookup(request)
      let outcome = model.store(request, as: .viewed)
      return !isHit && outcome == .stored && model.contains(ImageID(0))
    }
    #expect(isStored(in: needed * 1000))
    #expect(!isStored(in: (needed - 1) * 1000 - 500))
  }
}
