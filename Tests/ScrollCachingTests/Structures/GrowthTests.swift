import ScrollCaching
import ScrollCore
import Testing

/// Structures that grow answer as those that were large from the beginning.
struct GrowthTests {
  /// From how many images to how many.
  static let counts = [1, 2, 4, 8, 16, 64]

  @Test(arguments: [1, 5], [1, 2, 3] as [UInt64])
  func `growing queues keep their order`(queues: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var list = ItemList(imageCount: 1, queues: queues)
    var model = Array(repeating: [ImageID](), count: queues)
    for count in Self.counts {
      list.grow(toImageCount: count)
      for _ in 0..<200 {
        let image = ImageID(random.below(count)), queue = random.below(queues)
        if let old = model.firstIndex(where: { $0.contains(image) }) {
          model[old].removeAll { $0 == image }
          list.remove(image)
        }
        guard random.below(4) > 0 else { continue }
        model[queue].append(image)
        list.append(image, queue: queue)
      }
      for queue in 0..<queues {
        var found: [ImageID] = []
        var next = list.oldest(queue: queue)
        while let image = next {
          found.append(image)
          next = list.newer(than: image)
        }
        #expect(found == model[queue], "queue \(queue) of \(queues), \(count) images, seed \(seed)")
        let newest = list.newest(queue: queue)
        #expect(newest == model[queue].last, "queue \(queue) of \(queues), seed \(seed)")
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `growing heaps return their images in the same order`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var small = IndexedHeap<Int>(imageCount: 1), large = IndexedHeap<Int>(imageCount: 64)
    var key = 0
    for count in Self.counts {
      small.grow(toImageCount: count)
      for _ in 0..<100 {
        let image = ImageID(random.below(count))
        key += 1
        let drawn = random.below(1_000) * 100_000 + key
        switch (large.key(of: image) == nil, random.below(3)) {
        case (true, _):
          small.insert(image, key: drawn)
          large.insert(image, key: drawn)
        case (false, 0):
          small.remove(image)
          large.remove(image)
        case (false, _):
          small.rekey(image, to: drawn)
          large.rekey(image, to: drawn)
        }
        let (first, expected) = (small.first, large.first)
        #expect(first == expected, "\(count) images, seed \(seed)")
      }
    }
    while let next = large.removeFirst() {
      let other = small.removeFirst()
      #expect(other?.image == next.image, "seed \(seed)")
    }
    let isEmpty = small.isEmpty
    #expect(isEmpty)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `growing bags and weighed queues keep their contents`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var smallBag = ImageBag(imageCount: 1), largeBag = ImageBag(imageCount: 64)
    var small = WeighedQueues(imageCount: 1, queues: 2)
    var large = WeighedQueues(imageCount: 64, queues: 2)
    for count in Self.counts {
      smallBag.grow(toImageCount: count)
      small.grow(toImageCount: count)
      for _ in 0..<100 {
        let image = ImageID(random.below(count)), queue = random.below(2)
        if largeBag.contains(image) {
          smallBag.remove(image)
          largeBag.remove(image)
          small.remove(image)
          large.remove(image)
        } else {
          smallBag.insert(image)
          largeBag.insert(image)
          small.append(image, cost: count, queue: queue)
          large.append(image, cost: count, queue: queue)
        }
        let (count, expectedCount) = (smallBag.count, largeBag.count)
        #expect(count == expectedCount, "seed \(seed)")
        for number in 0..<largeBag.count {
          let (member, expected) = (smallBag[number], largeBag[number])
          #expect(member == expected, "seed \(seed)")
        }
        let (cost, expectedCost) = (small.cost(ofQueue: queue), large.cost(ofQueue: queue))
        #expect(cost == expectedCost, "seed \(seed)")
        let (oldest, expectedOldest) = (small.oldest(queue: queue), large.oldest(queue: queue))
        #expect(oldest == expectedOldest, "seed \(seed)")
      }
    }
  }
}
