package import ScrollCaching
package import ScrollCore

/// Something that is done to a cache: one line of a log.
package enum CacheOperation: Hashable, Sendable {
  /// A value is stored, or replaces the one of its key.
  case set(ImageID, cost: Int)
  /// A value is looked up; nothing is stored if it is not there.
  case get(ImageID)
  case remove(ImageID)
  /// Everything is taken out.
  case clear
  /// Other limits: 0 is none, nil leaves one what it is.
  case limits(count: Int?, cost: Int?)
  /// The system reports that memory is short.
  case warning(PressureLevel)
  /// The app leaves the screen.
  case background
  case wait(milliseconds: Int)
  /// A view begins, and ends, to use a value.
  case use(ImageID), release(ImageID)
  /// A discardable value loses its content.
  case discard(ImageID)
  /// The screen shows another part of the content.
  case viewport(LoggedViewport)
  /// The items that show an image lie here from now on.
  case place(ImageID, [LoggedPlace])
}

extension CacheOperation {
  package var verb: CacheVerb {
    switch self {
    case .set: .set
    case .get: .get
    case .remove: .remove
    case .clear: .clear
    case .limits: .limits
    case .warning: .warning
    case .background: .background
    case .wait: .wait
    case .use: .use
    case .release: .release
    case .discard: .discard
    case .viewport: .viewport
    case .place: .place
    }
  }

  /// The image that it is about, where it is about one.
  package var image: ImageID? {
    switch self {
    case .set(let image, _), .get(let image), .remove(let image), .use(let image),
      .release(let image), .discard(let image), .place(let image, _):
      image
    case .clear, .limits, .warning, .background, .wait, .viewport: nil
    }
  }

  /// Whether what it evicts has no order of its own.
  var evictsInAnyOrder: Bool { verb == .warning || verb == .background }
}
