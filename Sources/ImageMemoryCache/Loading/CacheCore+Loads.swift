import ScrollCaching
import ScrollCore

/// The result of a look-up that may load.
enum LoadStep<Value: Sendable>: Sendable {
  case hit(Value)
  /// The value must be awaited: another task loads it already, or this one must begin to.
  case wait(LoadInFlight<Value>, ticket: Int, id: Int, begins: Bool)
}

extension CacheCore where Policy: ~Copyable {
  /// Looks up a key, and joins the load of its value on a miss.
  mutating func beginLoad(
    _ probe: Probe<Key>, _ found: Int?, as admission: Admission, at time: SimTime,
    _ removedValues: inout RemovedValues<Key, Value>
  ) -> LoadStep<Value> {
    let id = found ?? assign(probe, &removedValues)
    if let value = lookup(probe, id, at: time, &removedValues) { return .hit(value) }
    let isViewed = admission == .viewed
    if let load = extras.loads[id], let ticket = load.join(isViewed: isViewed) {
      counts.joined += 1
      return .wait(load, ticket: ticket, id: id, begins: false)
    }
    let load = LoadInFlight<Value>()
    guard let ticket = load.join(isViewed: isViewed) else { preconditionFailure("a new load") }
    // The id keeps the key until the load has ended or is detached.
    forgetLoad(id, &removedValues)
    extras.loads[id] = load
    counts.loads += 1
    return .wait(load, ticket: ticket, id: id, begins: true)
  }

  /// Stores the value of a load that has ended.
  ///
  /// If the app has stored or removed a value for the key in the meantime, the load was detached,
  /// and its value is not stored.
  mutating func endLoad(
    _ load: LoadInFlight<Value>, _ id: Int, _ value: Value, _ offered: Offer, at time: SimTime,
    _ removedValues: inout RemovedValues<Key, Value>
  ) {
    guard forget(load, id), !cache.contains(ImageID(id)) else { return }
    offer(id, value, offered, at: time, &removedValues)
  }

  /// Detaches a load that has failed or was canceled.
  /// - Returns: `true` if it was the load of the id.
  @discardableResult
  mutating func forget(_ load: LoadInFlight<Value>, _ id: Int) -> Bool {
    guard extras.loads[id] === load else { return false }
    extras.loads[id] = nil
    return true
  }
}
