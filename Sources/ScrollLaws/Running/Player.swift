import ScrollCaching
import ScrollCore

/// A player that performs scripts on a cache like an app with one screen.
///
/// As in `replay`, a request moves the viewport to the image's item, looks the image up, and stores
/// it on a miss. Scrolling goes frame by frame, with 1/64 s for each frame:
///
/// 1. The screen moves.
/// 2. Decodes that are due are delivered, as viewed if the image is on screen, otherwise as
///    prefetched.
/// 3. Images that enter the screen are looked up. A miss starts a decode unless one is in progress.
/// 4. Items ahead of the leading edge are fetched.
///
/// Decodes continue between operations, so that a memory warning can occur during a decode.
struct Player {
  /// A decode in progress.
  private struct Decode {
    var image: ImageID
    var due: Int
  }

  private let script: Script
  private var placement: ItemPlacement
  private var recorder: Recorder
  private var operation = 0
  private var now = SimTime.zero
  /// The time from one request to the next.
  ///
  /// If the script has only requests, the time is the same as in `replay`.
  private let tick: SimTime
  private var frame = 0
  private var decodes: [Decode] = []
  private var visible: [Bool]
  private var direction: ScrollDirection
  /// The start of the viewport in points, and the item that was requested last (-1 for none).
  private var offset: Double?
  private var item = -1

  private static let frameTime = SimTime(nanoseconds: 15_625_000)

  private init(_ script: Script, _ recorder: Recorder, _ setup: PolicySetup) {
    self.script = script
    self.recorder = recorder
    placement = setup.placement ?? script.placement
    visible = Array(repeating: false, count: script.imageCount)
    direction = script.direction
    tick = setup.clock == .requests ? SimTime(nanoseconds: 1) : SimTime(milliseconds: 1)
  }

  /// Plays a script from its beginning to its end, or to the first fault.
  static func play(
    _ script: Script, on model: any CacheModel, _ setup: PolicySetup, zeroIsNoLimit: Bool,
    watch: CaseWatch? = nil
  ) -> Recording {
    let recorder = Recorder(model, setup, zeroIsNoLimit: zeroIsNoLimit)
    var player = Player(script, recorder, setup)
    for (index, operation) in script.operations.enumerated() where !player.recorder.isOver {
      player.operation = index
      watch?.begin(operation: index)
      player.play(operation)
    }
    watch?.begin(operation: nil)
    return player.recorder.recording
  }

  private mutating func play(_ operation: Operation) {
    switch operation {
    case .request(let image, let cost): request(image, cost: cost)
    case .run(let from, let to):
      for image in stride(from: from, through: to, by: from <= to ? 1 : -1) {
        request(image, cost: nil)
      }
    case .lookUp(let image): perform(.lookUp(asked(image, nil)))
    case .deliver(let image, let cost): perform(.store(asked(image, cost), .viewed))
    case .prefetch(let image, let cost): perform(.store(asked(image, cost), .prefetched))
    case .remove(let image): perform(.remove(ImageID(image)))
    case .removeAll: perform(.removeAll)
    case .pin(let image): perform(.pin(ImageID(image)))
    case .unpin(let image): perform(.unpin(ImageID(image)))
    case .limits(let limits): perform(.limits(limits))
    case .pressure(let level): perform(.pressure(level, now))
    case .background: perform(.background(now))
    case .wait(let milliseconds):
      now += SimTime(milliseconds: Double(milliseconds))
      perform(.time(now))
    case .scroll(let from, let to, let frames): scroll(from: from, to: to, frames: frames)
    case .turn, .insert: rearrange()
    }
  }

  @discardableResult
  private mutating func perform(_ verb: Verb) -> Step {
    recorder.perform(verb, operation: operation)
  }

  private mutating func asked(_ image: Int, _ cost: Int?) -> Request {
    defer { now += tick }
    return Request(image: ImageID(image), cost: cost ?? script.costs[image], time: now)
  }

  private mutating func request(_ image: Int, cost: Int?) {
    let request = asked(image, cost)
    follow(request.image)
    if perform(.lookUp(request)).hit == false { perform(.store(request, .viewed)) }
  }

  /// Moves the viewport to the item that shows an image.
  ///
  /// If several items show it, the viewport moves to the one nearest to the last item.
  private mutating func follow(_ image: ImageID) {
    let items = placement.items(showing: image).map { Int($0.index) }
    guard let item = items.min(by: { abs($0 - self.item) < abs($1 - self.item) }) else { return }
    if item != self.item { direction = item > self.item ? .forward : .backward }
    self.item = item
    offset = placement.starts[item]
    perform(
      .viewport(
        Viewport(
          lower: placement.starts[item], upper: placement.ends[item], direction: direction,
          time: now)))
  }

  /// Changes the layout of the items.
  ///
  /// The screen is at rest, and keeps its position.
  private mutating func rearrange() {
    placement = script.placement(after: script.operations[...operation])
    perform(.placement(placement))
    let lower = offset ?? 0
    perform(
      .viewport(
        Viewport(
          lower: lower, upper: lower + Double(script.screen) / 64, direction: direction, time: now))
    )
  }

  private mutating func scroll(from: Int, to: Int, frames: Int) {
    let (start, end) = (placement.starts[from], placement.starts[to])
    if offset != start { advance(to: start) }
    for step in 1...max(1, frames) {
      let position = start + (end - start) * Double(step) / Double(max(1, frames))
      advance(to: (position * 64).rounded() / 64)
    }
    item = to
  }

  /// Advances by one frame.
  private mutating func advance(to offset: Double) {
    frame += 1
    now += Self.frameTime
    let velocity = (offset - (self.offset ?? offset)) * 64
    if velocity != 0 { direction = velocity > 0 ? .forward : .backward }
    self.offset = offset
    let viewport = Viewport(
      lower: offset, upper: offset + Double(script.screen) / 64, velocity: velocity,
      direction: direction, phase: .tracking, time: now)
    perform(.time(now))
    perform(.viewport(viewport))
    let shown = items(from: viewport.lower, to: viewport.upper)
    let left = appear(shown)
    if script.loading.pins { for image in left { perform(.unpin(image)) } }
    deliver()
    ask(for: shown)
    fetch(aheadOf: shown)
    if script.loading.frames == 0 { deliver() }
  }

  /// Returns the items that overlap an interval, in the direction of the scroll.
  private func items(from lower: Double, to upper: Double) -> [Int] {
    let shown = placement.starts.indices.filter {
      placement.starts[$0] < upper && placement.ends[$0] > lower
    }
    return direction == .forward ? shown : shown.reversed()
  }

  /// Updates the visible images, and returns those that left the screen.
  private mutating func appear(_ shown: [Int]) -> [ImageID] {
    var now = Array(repeating: false, count: visible.count)
    for item in shown { now[Int(placement.images[item].index)] = true }
    var left: [ImageID] = []
    entering = []
    for item in shown {
      let image = Int(placement.images[item].index)
      if !visible[image], !entering.contains(ImageID(image)) { entering.append(ImageID(image)) }
    }
    for image in visible.indices where visible[image] && !now[image] { left.append(ImageID(image)) }
    visible = now
    return left
  }

  /// The images that entered the screen in this frame.
  private var entering: [ImageID] = []

  private mutating func ask(for shown: [Int]) {
    for image in entering {
      if script.loading.pins { perform(.pin(image)) }
      let request = Request(image: image, cost: script.costs[Int(image.index)], time: now)
      if perform(.lookUp(request)).hit == false { start(image) }
    }
  }

  private mutating func fetch(aheadOf shown: [Int]) {
    guard script.loading.ahead > 0, let edge = shown.last else { return }
    let step = direction == .forward ? 1 : -1
    for distance in 1...script.loading.ahead {
      let item = edge + step * distance
      guard placement.images.indices.contains(item) else { return }
      let image = placement.images[item]
      if !recorder.contains(image), !visible[Int(image.index)] { start(image) }
    }
  }

  private mutating func start(_ image: ImageID) {
    guard !decodes.contains(where: { $0.image == image }) else { return }
    decodes.append(Decode(image: image, due: frame + script.loading.frames))
  }

  private mutating func deliver() {
    while let first = decodes.first, first.due <= frame, !recorder.isOver {
      decodes.removeFirst()
      let request = Request(
        image: first.image, cost: script.costs[Int(first.image.index)], time: now)
      perform(.store(request, visible[Int(first.image.index)] ? .viewed : .prefetched))
    }
  }
}
