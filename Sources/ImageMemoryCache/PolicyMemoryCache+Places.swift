public import ScrollCore

/// What spatial policies go by.
extension PolicyMemoryCache where Policy: ~Copyable {
  /// The items that show the value of a key lie here from now on, in points along the scroll axis
  /// and in the order of the content; nowhere, if there are none.
  ///
  /// A place is remembered until another is told for the key, whether or not its value is in: take
  /// back those of items that go.
  @inlinable public func place(_ key: Key, at items: [Range<Double>]) {
    let digest = digest(of: key)
    lock.withLock { core in core.place(key, digest, at: items) }
  }

  /// The only item that shows the value of a key lies here from now on; nil: nowhere.
  @inlinable public func place(_ key: Key, at item: Range<Double>?) {
    place(key, at: item.map { [$0] } ?? [])
  }

  /// Forgets where everything lies.
  public func removeAllPlaces() {
    lock.withLock { core in core.removeAllPlaces() }
  }

  /// The screen shows another part of the content: once per frame, before its look-ups.
  /// - Parameter viewport: its time is replaced by that of the cache's clock.
  @inlinable public func viewportMoved(to viewport: Viewport) {
    var viewport = viewport
    viewport.time = clock.now
    changing { [viewport] core, departures in core.viewportMoved(to: viewport, &departures) }
  }

  /// The screen shows another part of the content; its velocity and direction are told from where
  /// it was, and when, by the cache's clock.
  ///
  /// The direction stays while nothing moves; the first is that of the options.
  /// - Parameters:
  ///   - lower: where the visible part begins, in points along the scroll axis.
  ///   - upper: where it ends.
  ///   - phase: what the user's hand is doing.
  public func viewportMoved(lower: Double, upper: Double, phase: ScrollPhase = .idle) {
    let (time, direction) = (clock.now, beginning.direction)
    changing { core, departures in
      var viewport = Viewport(
        lower: lower, upper: upper, direction: direction, phase: phase, time: time)
      viewport.moved(from: core.extras.viewport)
      core.viewportMoved(to: viewport, &departures)
    }
  }
}

extension Viewport {
  /// Goes by where it was before: what moves has a velocity, and what moved last a direction.
  fileprivate mutating func moved(from last: Viewport?) {
    guard let last else { return }
    let distance = lower - last.lower
    let seconds = (time - last.time).seconds
    velocity = seconds > 0 ? distance / seconds : last.velocity
    direction = distance == 0 ? last.direction : distance > 0 ? .forward : .backward
  }
}
