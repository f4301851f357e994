// As much of Dispatch as ImageMemoryCache uses, from Apple's documentation. Nothing here works.

public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (@Sendable () -> Void)?)
  func activate()
  func cancel()
}

public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {
  var data: DispatchSource.MemoryPressureEvent { get }
}

public class DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = Self(rawValue: 1), warning = Self(rawValue: 2)
    public static let critical = Self(rawValue: 4)
  }

  public class func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent
  ) -> any DispatchSourceMemoryPressure { fatalError() }
}
