public import ScrollCore

/// An event of the app or the system during a trace; scrolling is no such event.
public enum SystemEvent: Sendable, Equatable {
  /// A change of the memory pressure to `normal`, `warning` or `critical`, as the kernel reports
  /// it.
  case memoryPressure(PressureKind)
  case background
  case foreground
  /// A tap of the user, who waits for the screen to respond.
  case tap
  /// A relaunch of the app: memory is empty, the disk is not.
  case relaunch
  case offline
  case online
  /// A change of the memory that other processes use; negative if they free memory.
  case externalPressure(bytes: Int64)
  /// A rotation of the device: the viewport's width and height are exchanged, and everything is
  /// laid out again.
  case rotate
  /// An insertion of `items` further items.
  case insert(items: Int, at: Edge)
  /// A change of an image's content on the server; the image has a new version from then on.
  case change(image: ImageID)
  /// The beginning (`beginContentAccess`) and the end (`endContentAccess`) of a use of an image's
  /// value in the cache, and an access to its content.
  case beginAccess(image: ImageID), endAccess(image: ImageID), useContent(image: ImageID)

  public enum PressureKind: String, Sendable, CaseIterable {
    case normal, warning, critical
  }

  /// The position of inserted items: above all others, or below them.
  public enum Edge: String, Sendable, CaseIterable {
    case top, end
  }

  /// The image of the event; `nil` for events without an image.
  public var image: ImageID? {
    switch self {
    case .change(let image), .beginAccess(let image), .endAccess(let image),
      .useContent(let image):
      image
    default: nil
    }
  }

  /// A Boolean value that indicates whether items have other positions afterwards.
  public var laysOutAnew: Bool {
    switch self {
    case .rotate, .insert: true
    default: false
    }
  }
}

extension SystemEvent: CustomStringConvertible {
  /// The event as written in a trace.
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

/// A system event with its time.
public struct TimedSystemEvent: Sendable, Equatable {
  public var time: SimTime
  public var event: SystemEvent

  public init(time: SimTime, event: SystemEvent) {
    self.time = time
    self.event = event
  }
}
