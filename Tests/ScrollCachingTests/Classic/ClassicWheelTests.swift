import ScrollCaching
import Testing

/// `2q`, `slru` and `lru-k` miss exactly as often as those of another simulator.
///
/// Recorded as in `WheelMisses`, with libCacheSim 0.3.5's `TwoQ`, also with `a_in_size_ratio`
/// .4 and `a_out_size_ratio` 1, `SLRU`, and `LRUK`, which forgets what it evicts.
struct ClassicWheelTests {
  static let policies = [
    "2q", "2q:inShare=0.4:outShare=1", "slru", "lru-k:retained=0",
  ]

  /// Stream, unit, capacity; then per policy the misses, in bytes `misses/bytes`.
  static let table = """
    zipf count 20 1870 2055 1774 1746
    zipf count 57 1173 1244 1070 1071
    zipf-wide count 20 2396 2466 2289 2203
    zipf-wide count 57 1846 1929 1808 1817
    zipf-sized size 41000 1910/4079357 2060/4229921 1826/4044145 1708/3755405
    zipf-sized size 130000 1111/2379755 1191/2547723 1047/2337990 910/1958524
    zipf-resized size 41000 1789/3880822 1981/4268374 1781/3968447 1712/3718674
    zipf-resized size 130000 1104/2444700 1210/2665529 1018/2307123 1028/2251850
    walk count 20 1363 1265 1385 3592
    walk count 57 474 496 490 2881
    walk-long count 20 3276 3240 3403 3443
    walk-long count 57 2176 2059 2370 2552
    walk-sized size 41000 2702/5674870 2549/5333154 2919/6482001 3180/6829170
    walk-sized size 130000 1439/3015284 1242/2632385 1568/3430233 2300/5185310
    loop count 20 4000 3764 3670 4000
    loop count 57 2441 2294 2962 2786
    loop-sized size 41000 4000/8178512 3814/7807705 3300/7542739 4000/8178512
    loop-sized size 130000 2329/4751989 2321/4744493 2591/5885775 2948/6121042
    viewport count 20 343 306 234 2385
    viewport count 57 145 145 127 896
    viewport-sized size 20000 790/1517078 739/1434801 1148/2586318 1879/3738023
    viewport-sized size 41000 282/536231 267/498149 258/472497 898/1777363
    viewport-resized size 20000 1642/3663182 1646/3678288 1440/3651070 2642/5628066
    viewport-resized size 41000 282/602723 231/473952 256/547708 1498/3042245
    """

  static let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

  @Test func `every stream and capacity has a count for every policy`() {
    #expect(Self.rows.count == 24)
    #expect(Self.rows.allSatisfy { $0.count == 3 + Self.policies.count })
  }

  @Test(arguments: rows)
  func `misses are those of the other simulator`(row: [String]) throws {
    let stream = try #require(ClassicStream.named(row[0]))
    let unit = try #require(ClassicReplay.Unit(rawValue: row[1]))
    let capacity = try #require(Int(row[2]))
    for (policy, counts) in zip(Self.policies, row.dropFirst(3)) {
      let numbers = counts.split(separator: "/").compactMap { Int($0) }
      let tally = try ClassicReplay.run(policy, stream.generate(), unit, capacity: capacity)
      #expect(tally.misses == numbers.first, "\(policy), seed \(stream.seed)")
      if unit == .size {
        #expect(tally.costMissed == numbers.last, "\(policy), seed \(stream.seed)")
      }
    }
  }
}
