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
}
