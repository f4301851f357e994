import ScrollCaching
import ScrollCore
import ScrollSimulation

/// How a divergence is described.
extension RunDiff {
  func tell(_ search: DivergenceSearch) -> Divergence {
    let screen = ScreenCursor(a.prepared, at: search.time)
    let start = [search.steps.a, search.steps.b].compactMap { $0?.entries.lowerBound }.min() ?? 0
    func image(_ key: Int32, bytes: Int) -> Image {
      describe(key, bytes: bytes, on: screen, before: start)
    }
    var offered: (key: Int32, image: Image, isPrefetched: Bool)?
    for (step, record) in [(search.steps.a, a), (search.steps.b, b)] {
      guard let entry = step?.entries.first,
        case .stored(let key, _, let isPrefetched, let bytes) = record.log[entry].event
      else { continue }
      offered = (key, image(key, bytes: bytes), isPrefetched)
    }
    let residents = (
      a: ResidentSet(of: a.log, before: search.bounds.a, keyCount: keyCount),
      b: ResidentSet(of: b.log, before: search.bounds.b, keyCount: keyCount)
    )
    func decision(_ step: CacheStep?, _ record: LogIndex, _ after: ResidentSet) -> Decision {
      let evicted = (step?.entries ?? 0..<0).compactMap { index -> Eviction? in
        guard case .removed(let key, let reason, let bytes) = record.log[index].event,
          step?.removed.contains(key) == true
        else { return nil }
        return Eviction(image: image(key, bytes: bytes), reason: reason)
      }
      return Decision(
        keepsOffered: offered.map { after.contains($0.key) } ?? false, evicted: evicted,
        holding: after.holding)
    }
    return Divergence(
      time: search.time,
      frame: [a, b].compactMap { record in
        let frame = record.frames.partitioningIndex { $0.entries.upperBound > start }
        return frame < record.frames.count ? frame : nil
      }.min(),
      offset: screen.offset, extent: screen.extent, offered: offered?.image,
      isPrefetched: offered?.isPrefetched ?? false,
      a: decision(search.steps.a, a, residents.a), b: decision(search.steps.b, b, residents.b),
      overlap: residents.a.overlap(with: residents.b))
  }

  private func describe(
    _ key: Int32, bytes: Int, on screen: ScreenCursor, before index: Int
  ) -> Image {
    let items = keys.items(showing: ImageID(key)).map { Int($0.index) }
    // Both logs are one until here.
    let asked = a.log[..<index].last { entry in
      if case .asked(_, key, _) = entry.event { true } else { false }
    }
    return Image(
      name: a.names.key(key), items: items, bytes: bytes,
      distance: items.compactMap(screen.distance).min { abs($0) < abs($1) },
      lastAsked: asked?.time)
  }
}
