#if canImport(Darwin) && canImport(Dispatch)
  import Dispatch

  /// A source of the memory pressure that the kernel reports, by level.
  ///
  /// It is written from the documentation and has not run on a device.
  public struct PressureSource: MemoryEvents {
    public init() {}

    public func observe(_ body: @escaping @Sendable (MemoryEvent) -> Void) -> any Sendable {
      Observation(body)
    }

    /// An observation that cancels its source when it is released.
    ///
    /// `@unchecked` because the source is not marked `Sendable`; it is set once.
    private final class Observation: @unchecked Sendable {
      private let source: any DispatchSourceMemoryPressure

      init(_ body: @escaping @Sendable (MemoryEvent) -> Void) {
        let source = DispatchSource.makeMemoryPressureSource(
          eventMask: [.normal, .warning, .critical])
        self.source = source
        source.setEventHandler { [weak source] in
          guard let level = source?.data else { return }
          body(
            .pressure(
              level.contains(.critical) ? .critical : level.contains(.warning) ? .warning : .normal
            ))
        }
        source.activate()
      }

      deinit { source.cancel() }
    }
  }
#endif
