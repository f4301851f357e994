import ScrollCaching
import ScrollCore

extension CacheLogText {
  /// A text in quotation marks (RFC 8259, section 7).
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || 0x7f..<0xa0 ~= scalar.value:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension LoggedViewport {
  /// The fields of its line; left out is what is so unless it is said.
  var fields: [String] {
    var fields = LoggedPlace(lower: lower, upper: upper).fields
    if velocity != 0 { fields.append("\"velocity\":\(velocity)") }
    if direction == .backward { fields.append("\"direction\":\"backward\"") }
    if phase != .idle { fields.append("\"phase\":\"\(phase.word)\"") }
    return fields
  }
}

extension LoggedPlace {
  var fields: [String] { ["\"from\":\(lower)", "\"to\":\(upper)"] }
}

extension OperationDetails {
  /// The fields that it adds to a line.
  var fields: [String] {
    var fields: [String] = []
    if admission == .prefetched { fields.append("\"as\":\"prefetch\"") }
    if let load {
      fields.append("\"load_ms\":\(load.milliseconds)")
      if load.decodeMilliseconds != load.milliseconds {
        fields.append("\"decode_ms\":\(load.decodeMilliseconds)")
      }
    }
    if let cost { fields.append("\"cost\":\(cost)") }
    if isExpired { fields.append("\"why\":\"expired\"") }
    fields += reaction?.fields ?? []
    if let time { fields.append("\"ns\":\(time.nanoseconds)") }
    if let isStored { fields.append("\"stored\":\(isStored)") }
    return fields
  }
}

extension LoggedReaction {
  fileprivate var fields: [String] {
    switch self {
    case .everything: ["\"keep\":\"everything\""]
    case .nothing: ["\"keep\":\"nothing\""]
    case .pinned: ["\"keep\":\"pinned\""]
    case .share(let share): ["\"share\":\(share)"]
    }
  }
}
