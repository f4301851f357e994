public import ScrollCore

/// Why a cache cannot be made as it was asked for.
public enum ImageMemoryCacheError: Error, Equatable {
  /// There is no such policy, or its settings do not fit.
  case choice(ChoiceError)
  /// Its evictions cannot be those of the simulator, or it is no policy at all.
  case unsuited(reason: String)
  /// It goes by where items are, which nobody is going to tell.
  case needsPlaces(String)
  /// It does nothing useful in so little room.
  case needsRoom(String, count: Int, needed: Int)
}

extension ImageMemoryCacheError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .choice(let error): "\(error)"
    case .unsuited(let reason): "\(reason), so that no cache in an app can have it"
    case .needsPlaces(let name):
      "policy '\(name)' goes by where items are; set tellsPlaces in the options, and call "
        + "place(_:at:) and viewportMoved(to:)"
    case .needsRoom(let name, let count, let needed):
      "policy '\(name)' needs room for \(needed) images; there is room for \(count)"
    }
  }
}
