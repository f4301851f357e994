import ScrollCore

extension JointAnswer {
  /// The search as the store keeps it.
  var record: TuningRecord {
    TuningRecord(
      key: key, kind: .joint, question: question, limits: JSONTexts.text(limits.map(\.description)),
      precisionBytes: nil, label: shown.name,
      budgetBytes: chosen.flatMap { trials[$0].budget?.bytes }, answer: sentence)
  }

  /// Its runs, in the order of step, combination, trace and seed.
  var trialRecords: [TrialRecord] {
    let front = Set(front)
    var positions: [Int: Int] = [:]
    var records: [TrialRecord] = []
    for (place, trial) in trials.enumerated() {
      for run in trial.runs {
        let position = positions[trial.step, default: 0]
        positions[trial.step] = position + 1
        var record = TrialRecord(
          run, judgedBy: limits, of: key, step: trial.step, position: position)
        if record.verdict == .kept, place == chosen || front.contains(place) {
          record.verdict = place == chosen ? .best : .front
        }
        records.append(record)
      }
    }
    return records
  }
}

extension JointQuestion {
  /// What was asked, as YAML.
  var text: String {
    var asked = spec
    asked.base.settings += space
    return asked.text
  }
}
