import ScrollCaching
import ScrollCore
import Testing

/// The heap hands out images by key, whatever happened to the keys.
struct IndexedHeapTests {
  @Test(arguments: UInt64(1)...20)
  func `the smallest key is first after any inserts, changes and removals`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var heap = IndexedHeap<Int>(imageCount: 60)
    var keys: [ImageID: Int] = [:]
    for step in 0..<3_000 {
      let image = ImageID(random.below(60))
      // Distinct keys: the step breaks ties.
      let key = random.below(50) * 10_000 + step
      switch (keys[image], random.below(3)) {
      case (nil, _):
        heap.insert(image, key: key)
        keys[image] = key
      case (_?, 0):
        heap.remove(image)
        keys[image] = nil
      case (_?, 1):
        heap.rekey(image, to: key)
        keys[image] = key
      default:
        let least = keys.min { $0.value < $1.value }
        let first = heap.removeFirst()
        #expect(first?.image == least?.key, "seed \(seed), step \(step)")
        #expect(first?.key == least?.value, "seed \(seed), step \(step)")
        keys[least?.key ?? image] = nil
      }
      let count = heap.count
      #expect(count == keys.count, "seed \(seed), step \(step)")
    }
  }

  @Test func `a heap spares pinned images, which keep their keys`() {
    var heap = IndexedHeap<Int>(imageCount: 5)
    var pins = PinSet(count: 5)
    for image in 0..<5 { heap.insert(ImageID(image), key: image) }
    pins.insert(ImageID(0))
    pins.insert(ImageID(1))
    let first = heap.removeFirst(sparing: pins)?.image
    #expect(first == ImageID(2))
    for image in 0..<5 { pins.insert(ImageID(image)) }
    let none = heap.removeFirst(sparing: pins)?.image
    #expect(none == nil)
    let (smallest, key) = (heap.first, heap.key(of: ImageID(1)))
    #expect(smallest == ImageID(0))
    #expect(key == 1)
  }
}
