import ScrollCaching
import Testing

/// That each sabotage has one bug, and no more than one.
@Suite struct SabotageTests {
  /// The slow policies without a bug, by the name of the built-in one.
  static let sound: [(reference: String, descriptor: PolicyDescriptor)] = [
    sound(CacheBugs.self), sound(LRUBugs.self), sound(FIFOBugs.self), sound(ClockBugs.self),
    sound(SieveBugs.self), sound(S3FIFOBugs.self), sound(ARCBugs.self), sound(LFUBugs.self),
    sound(GDSFBugs.self), sound(DistanceBugs.self), sound(DistanceCostBugs.self),
    sound(CorelibsBugs.self), sound(NSCacheLRUBugs.self), sound(NSCacheARCBugs.self),
  ]

  static func sound<Family: SabotagedFamily>(
    _ family: Family.Type
  ) -> (reference: String, descriptor: PolicyDescriptor) {
    (Family.reference, Family.descriptor("sound-\(Family.self)", nil))
  }

  @Test(arguments: sound.map(\.descriptor.name))
  func `without its bug every slow policy is the built-in one`(name: String) throws {
    let (reference, slow) = try #require(Self.sound.first { $0.descriptor.name == name })
    for seed in UInt64(0)..<2000 {
      var duel = ModelDuel(.builtIn(reference), slow, seed: seed)
      let difference = duel.differs(within: 120)
      try #require(difference == nil, "\(name), seed \(seed), \(difference ?? "")")
    }
  }

  @Test(arguments: Sabotage.all)
  func `every bug can be seen`(sabotage: Sabotage) {
    var firstSeed: UInt64?
    for seed in UInt64(0)..<2000 where firstSeed == nil {
      var duel = ModelDuel(sabotage.descriptor, .builtIn(sabotage.reference), seed: seed)
      if duel.differs(within: 120) != nil { firstSeed = seed }
    }
    #expect(firstSeed != nil, "\(sabotage.name) behaves as \(sabotage.reference) does")
  }

  @Test func `there are enough bugs, and no two of a name`() {
    #expect(Sabotage.all.count >= 44)
    #expect(Set(Sabotage.all.map(\.name)).count == Sabotage.all.count)
    #expect(Set(Sabotage.all.map(\.descriptor.name)).count == Sabotage.all.count)
  }
}
