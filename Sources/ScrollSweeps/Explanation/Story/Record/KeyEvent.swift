import ScrollCaching
import ScrollCore

/// Something in the life of a key that may explain why its picture was not in memory.
struct KeyEvent {
  /// The image whose storing pushed another one out.
  struct Newcomer: Equatable {
    var key: Int32
    var isPrefetched: Bool
  }

  enum What {
    case started(load: Int32)
    case readOnMain
    case cancelled(load: Int32)
    case failed(load: Int32)
    case refused
    case removed(RemovalReason, by: Newcomer?)
  }

  /// In the log.
  var index: Int
  var time: SimTime
  var what: What
}
