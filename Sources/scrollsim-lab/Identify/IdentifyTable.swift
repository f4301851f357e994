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
    return "\(operations) in \(Phrase.count(logs.count, "log")): "
      + "\(left) of \(models) could have done what they say"
  }

  /// The sentence, the classes, and the operations that would distinguish them.
  var caption: String {
    var lines = [sentence + "."]
    if !classes.isEmpty {
      let verbs = Phrase.list(verbs.map(\.rawValue))
      lines.append(
        "Models of one class were not told apart by \(Phrase.digits(operationsTried)) "
          + "operations of this kind (\(verbs)).")
    }
    if !drawing.isEmpty {
      lines.append("A model that draws is left while every victim was possible; see its chance.")
    }
    if !proposal.operations.isEmpty {
      let operations = proposal.operations.map { CacheLogText.words($0, key: ProposedLog.key) }
      lines.append(
        "To an empty cache, these make \(proposal.classes) of \(classes.count) classes differ: "
          + operations.joined(separator: ", ") + ".")
      lines.append("--next \(Proposal.most) prints more of them as a log for a probe.")
    } else if classes.count == 1, drawing.isEmpty {
      lines.append("Nothing of this kind would tell more.")
    }
    return lines.joined(separator: "\n")
  }
}
