import ScrollCore

/// The waits of an image, in nanoseconds of screen time.
public struct WaitTimes: Sendable, Equatable {
  /// The kind of a wait: for a resource, or for work on the load.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The wait for the main thread, or for flash, network or a lane to become free.
    case queue
    case flash
    case network
    /// The wait until a failed download may be tried again, or until the next request after a
    /// failure.
    case backOff = 3
    case decode
    /// The wait of a loaded image for the frames that deliver and show it, as long as they are on
    /// time.
    case nextFrame
    /// The wait of a loaded image while these frames are late, because the main thread is busy.
    case mainThread
  }

  public internal(set) var queue: Int64 = 0
  public internal(set) var flash: Int64 = 0
  public internal(set) var network: Int64 = 0
  public internal(set) var backOff: Int64 = 0
  public internal(set) var decode: Int64 = 0
  public internal(set) var nextFrame: Int64 = 0
  public internal(set) var mainThread: Int64 = 0
  /// The part of all waits, except waits for frames, in which a late frame was delayed.
  var frozen: Int64 = 0

  public init() {}

  public var total: Int64 {
    queue + flash + network + backOff + decode + nextFrame + mainThread
  }

  /// Adds a wait between two moments; the delays of late frames are subtracted later.
  mutating func add(_ kind: Kind, from start: ScreenMoment, to end: ScreenMoment) {
    self[kind] += end.now - start.now
    if kind != .nextFrame { frozen += end.frozen - start.frozen }
  }

  public subscript(_ kind: Kind) -> Int64 {
    get {
      switch kind {
      case .queue: queue
      case .flash: flash
      case .network: network
      case .backOff: backOff
      case .decode: decode
      case .nextFrame: nextFrame
      case .mainThread: mainThread
      }
    }
    set {
      switch kind {
      case .queue: queue = newValue
      case .flash: flash = newValue
      case .network: network = newValue
      case .backOff: backOff = newValue
      case .decode: decode = newValue
      case .nextFrame: nextFrame = newValue
      case .mainThread: mainThread = newValue
      }
    }
  }

  static func += (left: inout Self, right: Self) {
    left.queue += right.queue
    left.flash += right.flash
    left.network += right.network
    left.backOff += right.backOff
    left.decode += right.decode
    left.nextFrame += right.nextFrame
    left.mainThread += right.mainThread
    left.frozen += right.frozen
  }

  static func -= (left: inout Self, right: Self) {
    left.queue -= right.queue
    left.flash -= right.flash
    left.network -= right.network
    left.backOff -= right.backOff
    left.decode -= right.decode
    left.nextFrame -= right.nextFrame
    left.mainThread -= right.mainThread
    left.frozen -= right.frozen
  }
}

extension WaitTimes.Kind {
  /// The name in tables and legends.
  package var shortName: String {
    switch self {
    case .queue: "queue"
    case .flash: "flash"
    case .network: "network"
    case .backOff: "back-off"
    case .decode: "decode"
    case .nextFrame: "next frame"
    case .mainThread: "main thread busy"
    }
  }

  /// A short text for the wait.
  package var words: String {
    switch self {
    case .queue: "a turn behind other loads"
    case .flash: "flash"
    case .network: "the network"
    case .backOff: "a retry"
    case .decode: "decoding"
    case .nextFrame: "the next frame"
    case .mainThread: "the busy main thread"
    }
  }
}
