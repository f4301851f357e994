import ScrollCaching
import ScrollCore

/// What a look-up that may load found.
enum LoadStep<Value: Sendable>: Sendable {
  case hit(Value)
  /// Another task loads it already, or this one must begin to.
  case wait(LoadInFlight<Value>, ticket: Int, id: Int, begins: Bool)
}

extension CacheCore where Policy: ~Copyable {
  /// Looks a key up, and joins the load of its value where it is not there.
  mutating func beginLoad(
    _ probe: Probe<Key>, _ found: Int?, as admission: Admission, at time: SimTime,
    _ departures: inout Departures<Key, Value>
  ) -> LoadStep<Value> {
    let id = found ?? assign(probe, &departures)
    if let value = lookup(probe, id, at: time, &departures) { return .hit(value) }
    let isViewed = admission == .viewed
    if let load = extras.loads[id], let ticket = load.join(isViewed: isViewed) {
      counts.joined += 1
      return .wait(load, ticket: ticket, id: id, begins: false)
    }
    let load = LoadInFlight<Value>()
    guard let ticket = load.join(isViewed: isViewed) else { preconditionFailure("a new load") }
    // The id stands for the key until the load has ended, or is forgotten.
    forgetLoad(id, &departures)
    extras.loads[id] = load
    counts.loads += 1
    return .wait(load, ticket: ticket, id: id, begins: true)
  }

  /// A load has ended with a value.
  ///
  /// What the app has stored in the meantime stays, and what it has taken out stays out: either has
  /// let the cache forget the load.
  mutating func endLoad(
    _ load: LoadInFlight<Value>, _ id: Int, _ value: Value, _ offered: Offer, at time: SimTime,
    _ departures: inout Departures<Key, Value>
  ) {
    guard forget(load, id), !cache.contains(ImageID(id)) else { return }
    offer(id, value, offered, at: time, &departures)
  }

  /// A load has ended otherwise, or was given up.
  /// - Returns: whether it was that of the id.
  @discardableResult
  mutating func forget(_ load: LoadInFlight<Value>, _ id: Int) -> Bool {
    guard extras.loads[id] === load else { return false }
    extras.loads[id] = nil
    return true
  }
}
