import ScrollCaching
import ScrollCore
import Testing

/// The policy alone, charging what it weighs: then even changing sizes give the published misses.
@Suite(.enabled(if: GoldenTrace.isAtHand, "the published trace is not at hand"))
struct LIRSGoldenTests {
  /// Misses and missed bytes of a cache that counts memory as the other simulator does: an image
  /// that comes back is charged what it weighed when it left.
  func misses(_ stream: RequestStream, capacity: Int) -> (count: Int, bytes: Int) {
    var policy = LIRSPolicy(imageCount: stream.imageCount, capacity: capacity)
    let pins = PinSet(count: stream.imageCount)
    var isResident = [Bool](repeating: false, count: stream.imageCount)
    var misses = (count: 0, bytes: 0)
    for (position, image) in stream.images.enumerated() {
      let request = Request(
        image: image, cost: stream.sizes?[position] ?? 1,
        time: SimTime(nanoseconds: Int64(position)))
      if isResident[Int(image.index)] {
        policy.didHit(request)
      } else {
        misses.count += 1
        misses.bytes += request.cost
        policy.willStore(request)
        if policy.admits(request) {
          while policy.weight + request.cost > capacity,
            let victim = policy.nextVictim(sparing: pins)
          {
            isResident[Int(victim.index)] = false
          }
          policy.didInsert(request, as: .viewed)
          isResident[Int(image.index)] = true
        }
      }
      while let victim = policy.overflow(sparing: pins) { isResident[Int(victim.index)] = false }
    }
    return misses
  }

  @Test(arguments: GoldenMissesTests.goldenLIRS)
  func `misses and missed bytes are those of the table`(
    capacity: Int, count: Int, bytes: Int
  ) throws {
    let misses = try misses(GoldenTrace.vscsi.get(), capacity: capacity)
    #expect(misses.count == count)
    #expect(misses.bytes == bytes)
  }
}

extension GoldenMissesTests {
  /// `lirs` on the trace with the sizes as they were: capacity, misses, missed bytes.
  static let goldenLIRS = [
    (268_435_456, 77_887, 3_367_957_504), (1_073_741_824, 53_943, 2_290_056_192),
    (2_147_483_648, 48_974, 2_029_769_728),
  ]
}
