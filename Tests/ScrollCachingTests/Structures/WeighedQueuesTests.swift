import ScrollCaching
import ScrollCore
import Testing

/// Queues that share their links weigh what is on them.
struct WeighedQueuesTests {
  /// The images of a queue, oldest first, by taking them out.
  func drained(_ queues: inout WeighedQueues, _ queue: Int) -> [ImageID] {
    var images: [ImageID] = []
    while let image = queues.oldest(queue: queue) {
      images.append(image)
      queues.remove(image)
    }
    return images
  }

  @Test(arguments: UInt64(1)...10)
  func `order and weight equal those of plain arrays`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var queues = WeighedQueues(imageCount: 30, queues: 3)
    var plain: [[(image: ImageID, cost: Int)]] = [[], [], []]
    // Costs are equal at first in every other case.
    let equal = seed.isMultiple(of: 2) ? 500 : 0
    for step in 0..<1_000 {
      let (image, queue) = (ImageID(random.below(30)), random.below(3))
      let found = plain.firstIndex { $0.contains { $0.image == image } }
      let told = queues.queue(of: image)
      #expect(told == found, "seed \(seed)")
      guard let found, let place = plain[found].firstIndex(where: { $0.image == image }) else {
        let cost = step < equal ? 3 : random.below(10)
        queues.append(image, cost: cost, queue: queue)
        plain[queue].append((image, cost))
        continue
      }
      let entry = plain[found].remove(at: place)
      if random.below(2) == 0 {
        queues.remove(image)
      } else {
        queues.moveToNewest(image, queue: queue)
        plain[queue].append(entry)
      }
      for queue in 0..<3 {
        let weight = queues.cost(ofQueue: queue)
        #expect(weight == plain[queue].reduce(0) { $0 + $1.cost }, "seed \(seed)")
      }
    }
    for queue in 0..<3 {
      let images = drained(&queues, queue)
      #expect(images == plain[queue].map(\.image), "seed \(seed)")
      let weight = queues.cost(ofQueue: queue)
      #expect(weight == 0, "seed \(seed)")
    }
  }

  @Test func `trimming drops the oldest images until the rest fits`() {
    var queues = WeighedQueues(imageCount: 4, queues: 1)
    for image in 0..<4 { queues.append(ImageID(image), cost: 3, queue: 0) }
    queues.trim(queue: 0, to: 7)
    let images = drained(&queues, 0)
    #expect(images == [ImageID(2), ImageID(3)])
  }
}
