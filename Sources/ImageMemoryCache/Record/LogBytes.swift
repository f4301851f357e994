import ScrollCaching
import ScrollCore

/// Lines of JSON to be written.
struct LogBytes {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a digest as sixteen hexadecimal digits.
  mutating func append(digest: UInt64) {
    for place in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: digest >> UInt64(place)) & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  mutating func append(number: UInt64) {
    guard number >= 10 else { return bytes.append(UInt8(ascii: "0") + UInt8(number)) }
    let start = bytes.count
    var rest = number
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }

  /// Appends a number so that a reader gets the same number; a number that is not finite becomes 0.
  mutating func append(decimal bits: UInt64) {
    let number = Double(bitPattern: bits)
    append(number.isFinite ? "\(number)" : "0")
  }

  /// Appends a text in quotation marks (RFC 8259, section 7).
  mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension LogBytes {
  /// Appends the first line: the version of the format and the state of the cache.
  mutating func append(head start: CacheBeginning) {
    append("{\"scrollsim-cache-log\":2,\"cache\":\"ImageMemoryCache\"")
    if let policy = start.policy {
      append(",\"policy\":")
      append(quoted: policy)
    }
    append(",\"seed\":")
    append(number: start.seed)
    if start.direction == .backward { append(",\"direction\":\"backward\"") }
    append(limits: .limits(start.limits))
    append(",\"keys\":\"digests\",\"evictions\":true")
    if start.residentCount > 0 {
      append(",\"held\":")
      append(number: UInt64(start.residentCount))
    }
    append("}\n")
  }
}

/// The time and load time that belong to the step that follows.
struct StepAttachments {
  var time: UInt64?
  var load: (all: UInt64, decode: UInt64)?
}

extension LogBytes {
  /// Appends the line of a step, or keeps its time or load time for the next step.
  mutating func append(_ step: RecordedStep, with attachments: inout StepAttachments) {
    switch step.kind {
    case .time: return attachments.time = step.first
    case .load: return attachments.load = (step.first, step.second)
    case .get:
      append("{\"op\":\"get\",\"key\":\"", step)
      append(cost: step.second)
      append(step.flags & RecordedStep.isHit == 0 ? ",\"hit\":false" : ",\"hit\":true")
    case .set: append(set: step, attachments)
    case .remove:
      append("{\"op\":\"remove\",\"key\":\"", step)
      if step.flags & RecordedStep.isExpired != 0 { append(",\"why\":\"expired\"") }
    case .use: append("{\"op\":\"use\",\"key\":\"", step)
    case .release: append("{\"op\":\"release\",\"key\":\"", step)
    case .left: append("{\"op\":\"evicted\",\"key\":\"", step)
    case .clear: append("{\"op\":\"clear\"")
    case .limits:
      append("{\"op\":\"limits\"")
      append(limits: step)
    case .warning:
      append("{\"op\":\"warning\"")
      append(level: step.flags & 3)
      append(reaction: step.flags >> 2, step.first)
    case .background:
      append("{\"op\":\"background\"")
      append(reaction: step.flags >> 2, step.first)
    case .viewport: append(viewport: step)
    case .place: append(place: step)
    }
    if let time = attachments.time {
      append(",\"ns\":")
      append(number: time)
    }
    append("}\n")
    attachments = StepAttachments()
  }

  /// Appends the beginning of a line about a key.
  private mutating func append(_ beginning: StaticString, _ step: RecordedStep) {
    append(beginning)
    append(digest: step.first)
    append("\"")
  }

  private mutating func append(cost: UInt64) {
    guard cost != 1 else { return }
    append(",\"cost\":")
    append(number: cost)
  }

  private mutating func append(set step: RecordedStep, _ attachments: StepAttachments) {
    append("{\"op\":\"set\",\"key\":\"", step)
    append(cost: step.second)
    if step.flags & RecordedStep.isPrefetched != 0 { append(",\"as\":\"prefetch\"") }
    if let load = attachments.load {
      append(",\"load_ms\":")
      append(decimal: load.all)
      if load.decode != load.all {
        append(",\"decode_ms\":")
        append(decimal: load.decode)
      }
    }
    if step.flags & RecordedStep.isRefused != 0 { append(",\"stored\":false") }
  }

  /// Appends the limits that are set.
  mutating func append(limits step: RecordedStep) {
    if step.flags & RecordedStep.hasCount != 0 {
      append(",\"count\":")
      append(number: step.second)
    }
    if step.flags & RecordedStep.hasCost != 0 {
      append(",\"cost\":")
      append(number: step.first)
    }
  }

  private mutating func append(level: UInt8) {
    switch PressureLevel(rawValue: level) {
    case .normal: append(",\"level\":\"normal\"")
    case .critical: append(",\"level\":\"critical\"")
    case .warning, nil: break
    }
  }

  private mutating func append(reaction code: UInt8, _ share: UInt64) {
    if code == MemoryReaction.shareCode {
      append(",\"share\":")
      append(decimal: share)
    } else {
      append(",\"keep\":\"")
      append(MemoryReaction.words[Int(code)])
      append("\"")
    }
  }

  private mutating func append(viewport step: RecordedStep) {
    append("{\"op\":\"viewport\"")
    append(from: step.first, to: step.second)
    if step.third != 0 {
      append(",\"velocity\":")
      append(decimal: step.third)
    }
    if step.flags & RecordedStep.isBackward != 0 { append(",\"direction\":\"backward\"") }
    switch ScrollPhase(rawValue: step.flags >> 1) {
    case .tracking: append(",\"phase\":\"tracking\"")
    case .decelerating: append(",\"phase\":\"decelerating\"")
    case .idle, nil: break
    }
  }

  private mutating func append(place step: RecordedStep) {
    append("{\"op\":\"place\",\"key\":\"", step)
    guard step.flags & RecordedStep.isNowhere == 0 else { return }
    append(from: step.second, to: step.third)
    if step.flags & RecordedStep.isFurther != 0 { append(",\"also\":true") }
  }

  private mutating func append(from lower: UInt64, to upper: UInt64) {
    append(",\"from\":")
    append(decimal: lower)
    append(",\"to\":")
    append(decimal: upper)
  }
}
