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
    /// `@unchecked` because the source may not be marked `Sendable`; it is set once.
    private final class Observation: @unchecked Sendable {
      private let source: any DispatchSourceMemoryPressure
      private let body: @Sendable (MemoryEvent) -> Void

      init(_ body: @escaping @Sendable (MemoryEvent) -> Void) {
        source = DispatchSource.makeMemoryPressureSource(
          eventMask: [.normal, .warning, .critical])
        self.body = body
        source.setEventHandler { [weak self] in self?.report() }
        source.activate()
      }

      private func report() {
        let levels = source.data
        body(
          .pressure(
            levels.contains(.critical)
              ? .critical : levels.contains(.warning) ? .warning : .normal))
      }

      deinit { source.cancel() }
    }
  }
#endif
