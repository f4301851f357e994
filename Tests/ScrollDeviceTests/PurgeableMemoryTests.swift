import ScrollCore
import ScrollDevice
import Testing

struct PurgeableMemoryTests {
  /// Volatile objects of one byte on pages of one byte, in the order of their numbers.
  private func memory(
    _ objects: [(group: Int, behavior: PurgeableMemory.Behavior)]
  ) -> PurgeableMemory {
    var memory = PurgeableMemory(pageSize: ByteCount(1))
    for (id, object) in objects.enumerated() {
      memory.setVolatile(
        id, bytes: ByteCount(1), group: object.group, behavior: object.behavior)
    }
    return memory
  }

  private func order(_ memory: PurgeableMemory) -> [Int] {
    var memory = memory
    var order: [Int] = []
    memory.purge(atLeast: memory.volatileBytes) { order.append($0) }
    return order
  }

  @Test func `FIFO purges the oldest object first, LIFO the newest`() {
    #expect(order(memory([(0, .fifo), (0, .fifo), (0, .fifo)])) == [0, 1, 2])
    #expect(order(memory([(0, .lifo), (0, .lifo), (0, .lifo)])) == [2, 1, 0])
  }

  @Test
  func `a purge takes groups in ascending order, FIFO before LIFO, and obsolete objects first`() {
    let memory = memory([
      (7, .fifo), (3, .lifo), (3, .fifo), (0, .lifo), (7, .obsolete), (3, .lifo), (0, .fifo),
      (0, .obsolete),
    ])
    #expect(order(memory) == [4, 7, 6, 3, 2, 5, 1, 0])
  }

  @Test func `a purge takes only whole objects, and the fewest that suffice`() {
    var memory = PurgeableMemory(pageSize: ByteCount(4096))
    for id in 0..<3 { memory.setVolatile(id, bytes: ByteCount(5000)) }
    #expect(memory.volatileBytes == ByteCount(3 * 8192), "sizes are rounded up to pages")
    var gone: [Int] = []
    let given = memory.purge(atLeast: ByteCount(8193)) { gone.append($0) }
    #expect(given == ByteCount(16384))
    #expect(gone == [0, 1])
    #expect(memory.volatileBytes == ByteCount(8192))
    let nothing = memory.purge(atLeast: .zero)
    #expect(nothing == .zero)
  }

  @Test func `the first call that makes an emptied object nonvolatile reports it`() {
    var memory = memory([(0, .fifo), (0, .fifo)])
    memory.purge(atLeast: ByteCount(1))
    #expect(memory.isEmpty(0) && memory.isVolatile(1))
    let emptied = [memory.setNonvolatile(0), memory.setNonvolatile(0), memory.setNonvolatile(1)]
    #expect(emptied == [true, false, false])
    #expect(memory.volatileBytes == .zero)
    let next = memory.purgeNext()
    #expect(next == nil)
  }

  @Test func `an empty object cannot become volatile before it is filled again`() {
    var memory = memory([(0, .fifo)])
    memory.purge(atLeast: ByteCount(1))
    memory.setVolatile(0, bytes: ByteCount(1))
    #expect(memory.isEmpty(0) && memory.volatileBytes == .zero)
    _ = memory.setNonvolatile(0)
    memory.setVolatile(0, bytes: ByteCount(1))
    #expect(memory.isVolatile(0))
  }

  @Test func `an object that is declared volatile again moves to the place of a new one`() {
    var memory = memory([(0, .fifo), (0, .fifo), (0, .fifo)])
    memory.setVolatile(0, bytes: ByteCount(1))
    #expect(order(memory) == [1, 2, 0])
    memory.setVolatile(2, bytes: ByteCount(7), group: 5, behavior: .obsolete)
    #expect(order(memory) == [2, 1, 0])
    #expect(memory.volatileBytes == ByteCount(9))
  }

  @Test func `a removed object leaves no trace`() {
    var memory = memory([(0, .fifo), (0, .fifo)])
    memory.purge(atLeast: ByteCount(1))
    memory.remove(0)
    memory.remove(1)
    memory.remove(12)
    #expect(memory.volatileBytes == .zero)
    let emptied = memory.setNonvolatile(0)
    #expect(!emptied, "number 0 is free for another object")
  }

  @Test(arguments: Array(1...200) as [UInt64])
  func `purges equal those of a plain list that is sorted each time`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let page = [1, 16, 4096][random.below(3)]
    var memory = PurgeableMemory(pageSize: ByteCount(page))
    var plain = PlainPurgeableMemory(page: page)
    for step in 0..<400 {
      let place = "seed \(seed), step \(step)"
      let id = random.below(12)
      switch random.below(8) {
      case 0...3:
        let bytes = random.below(3 * page)
        let group = random.below(8)
        let behavior = PurgeableMemory.Behavior.allCases[random.below(3)]
        memory.setVolatile(id, bytes: ByteCount(bytes), group: group, behavior: behavior)
        plain.setVolatile(id, bytes, group, behavior)
      case 4, 5:
        let (one, other) = (memory.setNonvolatile(id), plain.setNonvolatile(id))
        #expect(one == other, "\(place)")
      case 6:
        memory.remove(id)
        plain.remove(id)
      default:
        let wanted = random.below(6 * page)
        var (one, other) = ([Int](), [Int]())
        memory.purge(atLeast: ByteCount(wanted)) { one.append($0) }
        plain.purge(wanted) { other.append($0) }
        #expect(one == other, "\(place)")
      }
      #expect(memory.volatileBytes == ByteCount(plain.volatileBytes), "\(place)")
      #expect(memory.isEmpty(id) == plain.empty.contains(id), "\(place)")
    }
  }
}

/// The rules once more: one list by age, from which the first in the order is searched.
private struct PlainPurgeableMemory {
  struct Object {
    var id: Int, size: Int, group: Int
    var behavior: PurgeableMemory.Behavior
    var age: Int
  }

  let page: Int
  var objects: [Object] = []
  var empty: Set<Int> = []
  var clock = 0

  init(page: Int) { self.page = page }

  var volatileBytes: Int { objects.reduce(0) { $0 + $1.size } }

  mutating func setVolatile(
    _ id: Int, _ bytes: Int, _ group: Int, _ behavior: PurgeableMemory.Behavior
  ) {
    if empty.contains(id) { return }
    objects.removeAll { $0.id == id }
    clock += 1
    let pages = bytes / page + (bytes % page > 0 ? 1 : 0)
    objects.append(
      Object(id: id, size: pages * page, group: group, behavior: behavior, age: clock))
  }

  mutating func setNonvolatile(_ id: Int) -> Bool {
    objects.removeAll { $0.id == id }
    return empty.remove(id) != nil
  }

  mutating func remove(_ id: Int) {
    objects.removeAll { $0.id == id }
    empty.remove(id)
  }

  mutating func purge(_ wanted: Int, _ body: (Int) -> Void) {
    var given = 0
    while given < wanted {
      let order = objects.sorted { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }
      guard let first = order.first else { return }
      objects.removeAll { $0.id == first.id }
      empty.insert(first.id)
      given += first.size
      body(first.id)
    }
  }

  private static func key(_ object: Object) -> [Int] {
    switch object.behavior {
    case .obsolete: [0, 0, 0, object.age]
    case .fifo: [1, object.group, 0, object.age]
    case .lifo: [1, object.group, 1, -object.age]
    }
  }
}
