#if canImport(UIKit) && canImport(Foundation) && !os(watchOS)
  import Foundation
  import UIKit

  /// A source of UIKit's memory events: memory warnings, and the app's move to the background.
  ///
  /// It is written from the documentation and compiled against stand-ins; it has not run on a
  /// device.
  public struct SystemMemoryEvents: MemoryEvents {
    public init() {}

    public func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable {
      Observation([
        (UIApplication.didReceiveMemoryWarningNotification, MemoryEvent.pressure(.warning)),
        (UIApplication.didEnterBackgroundNotification, .background),
      ]) { body($0) }
    }

    /// Two observers of the default notification center, which are removed on release.
    ///
    /// `@unchecked` because tokens of the center are not marked `Sendable`; they are set once.
    private final class Observation: @unchecked Sendable {
      private let tokens: [any NSObjectProtocol]

      init(
        _ names: [(Notification.Name, MemoryEvent)],
        _ body: @escaping @Sendable (MemoryEvent) -> Void
      ) {
        tokens = names.map { name, event in
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            body(event)
          }
        }
      }

      deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    }
  }
#endif
