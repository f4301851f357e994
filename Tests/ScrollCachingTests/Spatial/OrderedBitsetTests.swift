import ScrollCaching
import ScrollCore
import Testing

@Suite struct OrderedBitsetTests {
  @Test(arguments: [1, 63, 64, 65, 4096, 4097, 262_144, 262_145, 1_000_003])
  func `neighbors and ends equal those of a sorted array`(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    var set = OrderedBitset(count: count)
    var reference: [Int] = []
    for step in 0..<3000 {
      // Runs of neighbors and numbers that are far apart.
      let number =
        random.chance(0.5) ? random.below(count) : min(count - 1, random.below(130))
      let place = reference.firstIndex { $0 >= number } ?? reference.count
      let isMember = place < reference.count && reference[place] == number
      #expect(set.contains(number) == isMember, "step \(step)")
      #expect(
        set.previous(before: number) == (place > 0 ? reference[place - 1] : nil),
        "step \(step), before \(number)")
      let next = place + (isMember ? 1 : 0)
      #expect(
        set.next(after: number) == (next < reference.count ? reference[next] : nil),
        "step \(step), after \(number)")
      if random.chance(step < 1500 ? 0.7 : 0.2) {
        set.insert(number)
        if !isMember { reference.insert(number, at: place) }
      } else {
        let victim = reference.isEmpty ? number : reference[random.below(reference.count)]
        set.remove(victim)
        reference.removeAll { $0 == victim }
      }
      #expect(set.first == reference.first, "step \(step)")
      #expect(set.last == reference.last, "step \(step)")
    }
  }
}
