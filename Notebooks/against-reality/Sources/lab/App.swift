/// The app: its main thread, frame by frame.
struct App {
  private enum State {
    case hidden, waiting, shown
  }

  private let scene: Scene, preset: Preset, display: Display
  private let machine: any Machine
  private let cache: (any ImageCache)?
  private let prefetches: Bool, requestTime: RequestTime
  private var states: [State], appearances: [Int], loads: [Load?], bitmaps: [Bitmap?]
  private var visible: [Int] = []
  /// The items that entered in the previous frame; with `nextFrame` their requests are still due.
  private var late: [Int] = []
  private var ledger: Ledger

  init(
    _ scene: Scene, _ preset: Preset, on machine: any Machine, _ display: Display,
    cache: (any ImageCache)?, prefetches: Bool, requests: RequestTime
  ) {
    self.scene = scene
    self.preset = preset
    self.machine = machine
    self.display = display
    self.cache = cache
    self.prefetches = prefetches
    requestTime = requests
    states = Array(repeating: .hidden, count: scene.count)
    appearances = Array(repeating: 0, count: scene.count)
    loads = Array(repeating: nil, count: scene.count)
    bitmaps = Array(repeating: nil, count: scene.count)
    ledger = Ledger(items: scene.count)
  }

  /// Runs until the end of the course.
  consuming func run() -> Ledger {
    var vsync: Int64 = 0
    while display.time(vsync) <= scene.course.end {
      let time = display.time(vsync)
      machine.beginFrame(at: time)
      ledger.closeFrame(at: time, isPresented: true)
      let (offset, direction) = scene.course.place(at: time)
      processFrame(at: offset, direction)
      let next = max(vsync + 1, display.first(from: machine.free))
      ledger.openFrame(
        due: display.time(vsync + 1), planned: display.time(next), blank: blank(at: offset))
      vsync = next
    }
    machine.wait(until: scene.course.end)
    ledger.closeFrame(at: scene.course.end, isPresented: false)
    ledger.end(waiting: states.count { $0 == .waiting })
    ledger.prefetches = machine.change { $0.prefetches }
    machine.stop()
    return ledger
  }

  private mutating func processFrame(at offset: Double, _ direction: Int) {
    deliver(at: offset, direction)
    let now = scene.visible(at: offset, direction)
    for item in ordered(visible, direction) where !scene.isVisible(item, at: offset) { leave(item) }
    let entered = now.filter { states[$0] == .hidden }
    visible = now
    for item in late where requestTime == .nextFrame && states[item] == .waiting { request(item) }
    let asking = requestTime == .nextFrame ? late : entered
    late = entered
    for item in entered { enter(item) }
    if prefetches, cache != nil { prefetch(around: asking, direction) }
  }

  private func ordered(_ items: [Int], _ direction: Int) -> [Int] {
    direction > 0 ? items.sorted() : items.sorted().reversed()
  }

  // MARK: Finished loads

  private mutating func deliver(at offset: Double, _ direction: Int) {
    for load in machine.change({ $0.takeFinished() }) {
      guard let bitmap = load.bitmap else { continue }
      load.bitmap = nil
      let viewers = ordered(scene.itemsOf[load.picture], direction).filter {
        wants($0, load, at: offset)
      }
      cache?.store(bitmap, of: load.picture, isViewed: !viewers.isEmpty)
      for item in viewers { show(bitmap, in: item) }
    }
  }

  /// Returns `true` if an item still waits for the result of a load.
  private func wants(_ item: Int, _ load: Load, at offset: Double) -> Bool {
    guard states[item] == .waiting, loads[item] != nil, scene.isVisible(item, at: offset) else {
      return false
    }
    if preset.joins { return true }
    return load.origin.map { $0.item == item && $0.appearance == appearances[item] } ?? false
  }

  private mutating func show(_ bitmap: Bitmap, in item: Int) {
    machine.upload(bitmap, of: scene.pictureOf[item])
    states[item] = .shown
    loads[item] = nil
    bitmaps[item] = bitmap
    ledger.didShow(item)
  }

  // MARK: Items that leave and enter

  private mutating func leave(_ item: Int) {
    if states[item] == .waiting {
      ledger.neverShown += 1
      if let load = loads[item] { machine.change { $0.withdraw(load) } }
    }
    states[item] = .hidden
    loads[item] = nil
    bitmaps[item] = nil
  }

  private mutating func enter(_ item: Int) {
    states[item] = .waiting
    appearances[item] += 1
    ledger.didEnter(item)
    machine.makeCell()
    if requestTime != .nextFrame { request(item) }
  }

  private mutating func request(_ item: Int) {
    let picture = scene.pictureOf[item]
    ledger.requests += 1
    if let bitmap = cache?.bitmap(of: picture) {
      ledger.hits += 1
      return show(bitmap, in: item)
    }
    let origin = (item: item, appearance: appearances[item])
    let (load, isNew) = machine.change { table in
      if let load = table.load(of: picture) {
        table.join(load)
        return (load, false)
      }
      return (table.start(picture, for: origin), true)
    }
    loads[item] = load
    if isNew { ledger.started += 1 } else { ledger.joined += 1 }
  }

  /// Prefetches the neighbors of every item that entered, the one ahead first (listing 14.5).
  private func prefetch(around entered: [Int], _ direction: Int) {
    var planned: Set<Int> = []
    for item in entered.flatMap({ [$0 + direction, $0 - direction] })
    where scene.pictureOf.indices.contains(item) {
      let picture = scene.pictureOf[item]
      guard planned.insert(picture).inserted else { continue }
      if cache?.contains(picture) ?? false {
        _ = cache?.bitmap(of: picture)
        continue
      }
      machine.change { table in
        if let load = table.load(of: picture) {
          table.plan(load)
        } else {
          _ = table.start(picture, for: nil)
        }
      }
    }
  }

  // MARK: Blank area

  private func blank(at offset: Double) -> Double {
    visible.reduce(0) {
      states[$1] == .waiting ? $0 + scene.coverage($1, at: offset) : $0
    }
  }
}
