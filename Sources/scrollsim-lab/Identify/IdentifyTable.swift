import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollTraces

extension IdentifyReport {
  /// A table of all models: the survivors by class, then the others.
  var table: Table {
    var table = Table([
      .left("model").keeping(.key), .left("class").keeping(.key), .right("chance"),
      .prose("remark"),
    ])
    let names = logs.count > 1
    for index in survivors {
      let finding = findings[index]
      table.append([
        finding.candidate.text, classText(index), finding.chanceText, finding.remark(naming: names),
      ])
    }
    for index in contradicted {
      table.append([findings[index].candidate.text, "", "", findings[index].remark(naming: names)])
    }
    return table
  }

  /// The sentence with the number of survivors.
  var sentence: String {
    let operations = Phrase.count(logs.reduce(0) { $0 + $1.entries.count }, "operation")
    let models = Phrase.count(findings.count, "model")
    let left = survivors.isEmpty ? "none" : "\(survivors.count)"
    return "\(operations) in \(Phrase.count(logs.count, "log")): \(left) of \(models) agree with "
      + "the logs"
  }

  /// The sentence, the classes, and the operations that would distinguish them.
  var caption: String {
    var lines = [sentence + "."]
    if !classes.isEmpty {
      let verbs = Phrase.list(verbs.map(\.rawValue))
      lines.append(
        "\(Phrase.digits(operationsTried)) operations (\(verbs)) do not distinguish the models "
          + "of one class.")
    }
    if !drawing.isEmpty {
      lines.append(
        "A randomized model remains if every eviction was possible; `chance` is its likelihood.")
    }
    if !proposal.operations.isEmpty {
      let operations = proposal.operations.map { CacheLogText.words($0, key: ProposedLog.key) }
      lines.append(
        "On an empty cache, these operations distinguish \(proposal.classes) of "
          + "\(classes.count) classes: "
          + operations.joined(separator: ", ") + ".")
      lines.append("--next \(Proposal.most) prints more of them, as a log to fill in.")
    } else if classes.count == 1, drawing.isEmpty {
      lines.append("No operations of this kind distinguish more.")
    }
    return lines.joined(separator: "\n")
  }
}
