import ScrollCaching

/// Writes what a recording has, until it ends.
struct RecordingWriter: ~Copyable {
  /// So many seconds may pass until a step is written.
  static let delay = 1
  /// Bytes that are written at a time.
  private static let chunk = 1 << 16

  private let queue: StepQueue
  private var file: LogFile
  private var lines = LogBytes()
  private var attachments = StepAttachments()
  private var hasHead = false

  init(_ queue: StepQueue, to file: consuming LogFile) {
    self.queue = queue
    self.file = file
  }

  /// Writes step after step; ends with the recording.
  consuming func run() {
    while true {
      let isLast = queue.state.wait(atMost: Self.delay)
      guard writeHead(), writeSteps(), !isLast else { break }
    }
    queue.state.finish()
  }

  /// Whether everything went well.
  private mutating func writeSteps() -> Bool {
    var isWhole = true
    queue.take { step in
      guard isWhole else { return }
      // A chunk ends before an operation, so that a file that is cut off ends with a whole one.
      if lines.bytes.count >= Self.chunk, step.kind.isBeginning, attachments.isEmpty {
        isWhole = flush()
      }
      lines.append(step, with: &attachments)
    }
    return isWhole && flush()
  }

  private mutating func writeHead() -> Bool {
    guard !hasHead, let start = queue.state.start else { return true }
    hasHead = true
    lines.append(head: start)
    return true
  }

  private mutating func flush() -> Bool {
    guard !lines.bytes.isEmpty else { return true }
    defer { lines.removeAll() }
    guard let code = file.append(lines.bytes) else { return true }
    queue.fail(code)
    return false
  }
}

extension RecordedStep.Kind {
  /// Whether a line that begins with it surely begins an operation.
  fileprivate var isBeginning: Bool { self != .left && self != .place }
}

extension StepAttachments {
  fileprivate var isEmpty: Bool { time == nil && load == nil }
}
