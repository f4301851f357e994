import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces

/// A trace out of everything that a trace can say.
func randomTrace(seed: UInt64) throws -> ScrollTrace {
  var random = SeededRandom(seed: seed)
  let layouts: [Layout] = [
    .list(ListLayout(spacing: Double(random.below(20)))),
    .list(ListLayout(rowHeight: 1 + 99 * random.unit())),
    .grid(GridLayout(columns: random.within(1...7), spacing: 2.5, aspect: 1.5)),
    .waterfall(WaterfallLayout(columns: random.within(1...5), spacing: 3)),
    .carousel(CarouselLayout(paging: random.chance(0.5), spacing: 10)),
    .feed(FeedLayout(avatar: Double(random.within(1...90)), spacing: 7)),
  ]
  let header = TraceHeader(
    title: random.chance(0.2) ? "" : "Größe \(random.below(1000)) #:[", provenance: " a\nb\t",
    kind: random.pick(TraceHeader.Kind.allCases),
    viewport: ViewportSize(
      width: 100 + 500 * random.unit(), height: Double(random.within(1...100_000))),
    direction: random.chance(0.5) ? .forward : .backward,
    decelerationRate: random.pick(DecelerationRate.allCases),
    physics: random.pick(ScrollPhysics.allCases), layout: random.pick(layouts))
  let content = try TraceContent(header: header, catalog: randomCatalogue(&random))
  let movement: TraceMovement =
    random.chance(0.5)
    ? .samples(randomSamples(within: content.allowedOffsets, &random))
    : .gestures(randomScript(&random))
  let trace = try ScrollTrace(content: content, movement: movement)
  let events = randomEvents(until: trace.duration, &random)
  let changes = randomLayoutEvents(on: content, until: trace.duration, &random)
  // Held the other way there may be no room for the columns, or too little for the movement.
  do { return try trace.adding(events + changes) } catch { return try trace.adding(events) }
}

extension SeededRandom {
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

private func randomCatalogue(_ random: inout SeededRandom) -> TraceCatalog {
  guard random.chance(0.5) else { return TraceCatalog(randomRecipe(&random)) }
  let images = (0..<random.within(1...20)).map { _ in
    ImageCatalog.Entry(
      width: random.within(1...100_000), height: random.within(1...5000),
      format: random.pick(ImageFormat.allCases), content: random.pick(ContentClass.allCases),
      encoded: random.chance(0.5) ? ByteCount(random.within(1...1_000_000)) : nil,
      origin: random.pick(ImageOrigin.allCases))
  }
  let items = (0..<random.within(1...40)).map { _ in ImageID(random.below(images.count)) }
  var listed = ImageCatalog(images)
  if random.chance(0.3) {
    listed.timedOn = "my-phone-\(random.below(9))"
    for image in images.indices where random.chance(0.8) {
      let units = Int64(random.within(1...4_000_000_000))
      listed.entries[image].decodeTime = SimTime(nanoseconds: 10 * units)
    }
  }
  return TraceCatalog(listing: listed, items: random.chance(0.5) ? items : nil)
}

func randomRecipe(_ random: inout SeededRandom) -> CatalogRecipe {
  let sizes = [
    SizeRule(width: 800...800, height: .pixels(600...600)),
    SizeRule(width: 600...1600, height: .pixels(1...900)),
    SizeRule(width: 300...3000, height: .ratio(random.within(1...16), random.within(1...16))),
  ].compactMap(\.self)
  func mix<Value>(_ values: [Value], _ random: inout SeededRandom) -> WeightedMix<Value> {
    WeightedMix(
      values.prefix(random.within(1...values.count)).map { ($0, 0.001 + 10 * random.unit()) })
  }
  return CatalogRecipe(
    items: random.within(1...200), seed: random.next(), sizes: mix(sizes, &random),
    formats: mix(ImageFormat.allCases, &random), contents: mix(ContentClass.allCases, &random),
    origins: mix(ImageOrigin.allCases, &random),
    encoded: random.chance(0.3) ? ByteCount(random.within(1...5_000_000)) : nil,
    shared: random.chance(0.5) ? random.unit() : 0,
    avatars: random.chance(0.3) ? random.within(1...40) : 0)
}

private func randomSamples(
  within allowed: ClosedRange<Double>, _ random: inout SeededRandom
) -> ScrollMotion {
  var time = SimTime.zero
  var times: [SimTime] = []
  for _ in 0..<random.within(1...200) {
    times.append(time)
    time += SimTime(nanoseconds: Int64(random.within(1...40_000_000)))
  }
  return ScrollMotion(
    times: times,
    offsets: times.map { _ in
      allowed.lowerBound + 1 + (allowed.upperBound - allowed.lowerBound - 2) * random.unit()
    },
    phases: times.map { _ in random.pick(ScrollPhase.allCases) })
}

private func randomScript(_ random: inout SeededRandom) -> GestureScript {
  var time = SimTime.zero
  var gestures: [TimedGesture] = []
  for _ in 0..<random.within(1...20) {
    let contact = SimTime(nanoseconds: Int64(random.within(1_000_000...200_000_000)))
    let release = 1000 * random.unit() - 500
    let choices: [Gesture] = [
      .wait(contact), .flick(velocity: 4 * release), .scrollToTop, .scroll(to: abs(release)),
      .drag(by: release / 10, over: contact, release: release),
    ]
    let gesture = random.pick(choices)
    gestures.append(TimedGesture(at: time, gesture))
    time += contact + SimTime(nanoseconds: Int64(random.within(60_000_000...999_999_999)))
  }
  return GestureScript(start: random.chance(0.5) ? 0 : 300 * random.unit(), gestures)
}

/// In half of the traces, rotations, insertions and changes.
private func randomLayoutEvents(
  on content: TraceContent, until end: SimTime, _ random: inout SeededRandom
) -> [TimedSystemEvent] {
  guard random.chance(0.5) else { return [] }
  var insertable = content.catalog.items.count - 1
  return (0..<random.within(1...6)).map { _ in
    let items = random.within(1...max(1, insertable / 3))
    let image = ImageID(random.below(content.catalog.images.count))
    var kinds: [SystemEvent] = [
      .rotate, .change(image: image), .beginAccess(image: image), .endAccess(image: image),
      .useContent(image: image),
    ]
    if items <= insertable {
      kinds += [.insert(items: items, at: .top), .insert(items: items, at: .end)]
    }
    let event = random.pick(kinds)
    if case .insert = event { insertable -= items }
    return TimedSystemEvent(
      time: SimTime(nanoseconds: Int64(random.within(0...Int(end.nanoseconds)))), event: event)
  }
}

private func randomEvents(
  until end: SimTime, _ random: inout SeededRandom
) -> [TimedSystemEvent] {
  (0..<random.below(8)).map { _ in
    let kinds: [SystemEvent] = [
      .memoryPressure(.normal), .memoryPressure(.warning), .memoryPressure(.critical),
      .background, .foreground, .relaunch, .offline, .online,
      .externalPressure(bytes: Int64(random.within(-1_000_000_000...1_000_000_000))),
    ]
    return TimedSystemEvent(
      time: SimTime(nanoseconds: Int64(random.within(0...Int(end.nanoseconds)))),
      event: random.pick(kinds))
  }
}
