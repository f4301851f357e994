import ScrollCaching
import ScrollCore
import ScrollSimulation

extension RunReport {
  /// The parts of the figures that are not zero, in the format of the store.
  var storedParts: [RunRecord.Part] {
    var parts: [RunRecord.Part] = []
    func add(_ kind: String, _ name: String, _ value: Double) {
      if value != 0 { parts.append(RunRecord.Part(kind: kind, name: name, value: value)) }
    }
    for reason in AbsenceReason.allCases {
      add("absence", "\(reason)", Double(stalls.absences(because: reason)))
    }
    for part in hitches.causes.parts { add("cause", part.name, Double(part.nanoseconds) / 1e6) }
    for (lane, time) in work.laneBusy.enumerated() { add("lane", "\(lane)", time.milliseconds) }
    for reason in RemovalReason.allCases {
      add("removal", "\(reason)", Double(cache.removals(because: reason)))
    }
    for kind in WaitTimes.Kind.allCases { add("wait", "\(kind)", Double(stalls.waits[kind]) / 1e6) }
    return parts
  }
}

extension RunRecord.Part {
  /// Returns the number of images that fit into the budget and the number that the policy needs, if
  /// too few fit.
  static func room(_ shortage: (room: Double, needed: Int)?) -> [RunRecord.Part] {
    guard let shortage else { return [] }
    return [
      RunRecord.Part(kind: "room", name: "had", value: shortage.room),
      RunRecord.Part(kind: "room", name: "needed", value: Double(shortage.needed)),
    ]
  }
}
