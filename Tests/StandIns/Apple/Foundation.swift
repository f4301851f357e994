// As much of Foundation as ImageMemoryCache, ScrollRecorder and the stand-ins for UIKit use, from
// Apple's documentation. Nothing here works.

public typealias TimeInterval = Double
public typealias CGFloat = Double

public struct CGPoint: Equatable, Sendable {
  public static let zero = CGPoint()
  public var x = 0.0, y = 0.0
}

public struct CGSize: Equatable, Sendable {
  public static let zero = CGSize()
  public var width = 0.0, height = 0.0
}

public struct CGRect: Equatable, Sendable {
  public static let zero = CGRect()
  public var width: Double { 0 }
  public var height: Double { 0 }
}

public protocol NSObjectProtocol: AnyObject {}

public final class OperationQueue {}

public final class RunLoop: Sendable {
  public struct Mode: Sendable {
    public static let common = Mode()
  }

  public static let main = RunLoop()
}

public struct Notification {
  public struct Name: Hashable, Sendable {
    public init(_ name: String) {}
  }
}

public final class NotificationCenter: Sendable {
  public static let `default` = NotificationCenter()

  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using body: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }

  public func removeObserver(_ observer: Any) {}
}
