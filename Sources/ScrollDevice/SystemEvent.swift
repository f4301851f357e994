public import ScrollCore

/// Something that happens to the app during a trace, besides being scrolled.
public enum SystemEvent: Sendable, Equatable {
  /// `normal`, `warning` or `critical`, as the kernel's pressure source reports it.
  case memoryPressure(PressureKind)
  case background
  case foreground
  /// The user taps, and waits for the screen to answer.
  case tap
  /// The app is started again: memory is empty, the disk is not.
  case relaunch
  case offline
  case online
  /// Other processes take (or, negative, give back) memory.
  case externalPressure(bytes: Int64)
  /// The device is turned: the viewport's width and height change places, and everything is
  /// laid out anew.
  case rotate
  /// From now on so many further items are there.
  case insert(items: Int, at: Edge)
  /// The content behind an image changes: from now on there is a new version of it.
  case change(image: ImageID)
  /// The app begins to use what the cache has of an image (`beginContentAccess`), ends that
  /// (`endContentAccess`), or touches its content.
  case beginAccess(image: ImageID), endAccess(image: ImageID), useContent(image: ImageID)

  public enum PressureKind: String, Sendable, CaseIterable {
    case normal, warning, critical
  }

  /// Where items are inserted: above all others, or below them.
  public enum Edge: String, Sendable, CaseIterable {
    case top, end
  }

  /// The image that it is about; nil for all others.
  public var image: ImageID? {
    switch self {
    case .change(let image), .beginAccess(let image), .endAccess(let image),
      .useContent(let image):
      image
    default: nil
    }
  }

  /// Whether items lie elsewhere afterwards.
  public var laysOutAnew: Bool {
    switch self {
    case .rotate, .insert: true
    default: false
    }
  }
}

extension SystemEvent: CustomStringConvertible {
  /// The event as it stands in a trace.
  public var description: String {
    switch self {
    case .memoryPressure(let kind): "memoryPressure \(kind.rawValue)"
    case .background: "background"
    case .foreground: "foreground"
    case .tap: "tap"
    case .relaunch: "relaunch"
    case .offline: "offline"
    case .online: "online"
    case .externalPressure(let bytes): "externalPressure \(bytes)"
    case .rotate: "rotate"
    case .insert(let items, let edge): "insert \(edge.rawValue) \(items)"
    case .change(let image): "change \(image.index)"
    case .beginAccess(let image): "beginAccess \(image.index)"
    case .endAccess(let image): "endAccess \(image.index)"
    case .useContent(let image): "useContent \(image.index)"
    }
  }
}

/// A system event and when it happens.
public struct TimedSystemEvent: Sendable, Equatable {
  public var time: SimTime
  public var event: SystemEvent

  public init(time: SimTime, event: SystemEvent) {
    self.time = time
    self.event = event
  }
}
