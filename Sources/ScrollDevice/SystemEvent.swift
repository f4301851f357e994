public import ScrollCore

/// Something that the system does to the app during a trace.
public enum SystemEvent: Sendable, Equatable {
  /// `normal`, `warning` or `critical`, as the kernel's pressure source reports it.
  case memoryPressure(PressureKind)
  case background
  case foreground
  /// The app is started again: memory is empty, the disk is not.
  case relaunch
  case offline
  case online
  /// Other processes take (or, negative, give back) memory.
  case externalPressure(bytes: Int)

  public enum PressureKind: String, Sendable, CaseIterable {
    case normal, warning, critical
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
