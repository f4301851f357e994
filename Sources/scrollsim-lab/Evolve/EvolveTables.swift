import ScrollPages
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// The figures of a search as tables.
struct EvolveTables {
  private let answer: EvolveAnswer

  init(_ answer: EvolveAnswer) { self.answer = answer }

  /// The best formulas and the policies beside them, as shares of what `lru` stalls.
  var contenders: Table {
    var table = Table([
      .right("training"), .right("validation"), .right("sealed").keeping(.key), .right("nodes"),
      .left("note"), .command("policy").keeping(.key),
    ])
    for (place, contender) in answer.best.enumerated() {
      table.append([
        Self.share(contender.training), Self.share(contender.validation),
        Self.share(contender.sealed), "\(contender.size)", place == 0 ? "winner" : "",
        contender.policy,
      ])
    }
    var rivals = [(answer.opponent.rival, "opponent")]
    if let sealed = answer.sealed { rivals.append((sealed.hindsight, "best in hindsight")) }
    rivals.append((answer.lru, "the measure"))
    for (rival, note) in rivals {
      table.append([
        Self.share(rival.training), Self.share(rival.validation), Self.share(rival.sealed), "-",
        note, rival.policy,
      ])
    }
    return table
  }

  /// What no smaller formula beats on training scenes.
  var front: Table {
    var table = Table([
      .right("nodes").keeping(.key), .right("training"), .right("validation"),
      .command("policy").keeping(.key),
    ])
    for contender in answer.front {
      table.append([
        "\(contender.size)", Self.share(contender.training), Self.share(contender.validation),
        contender.policy,
      ])
    }
    return table
  }

  /// What the winner saves on sealed scenes: in all, and on each device.
  func gains(_ sealed: SealedFinding) -> Table {
    var table = Table([
      .left("device").keeping(.key), .right("sessions"), .right("saves"), .right("at least"),
      .right("at most"),
    ])
    for (device, gain) in [(device: "all", gain: sealed.gain)] + sealed.devices {
      table.append([
        device, "\(gain.certainty.sessions)", Self.share(gain.share),
        Self.share(gain.interval?.lowerBound), Self.share(gain.interval?.upperBound),
      ])
    }
    return table
  }

  /// How much the choice of a policy matters in each scene.
  var scenes: Table {
    var table = Table([
      .left("for").keeping(.key), .left("scene").keeping(.key), .right("sessions"),
      .right("weight"), .left("best"), .right("its s"), .left("worst"), .right("its s"),
      .prose("note"),
    ])
    for scene in answer.scenes {
      table.append([
        scene.part.rawValue, scene.name, "\(scene.sessions)",
        scene.share.map { NumberText.percent($0) } ?? "left out",
        scene.headroom?.best ?? "-", Self.seconds(scene.headroom?.least),
        scene.headroom?.worst ?? "-", Self.seconds(scene.headroom?.most), Self.note(scene),
      ])
    }
    return table
  }

  /// The rules of the contest.
  var rules: Table {
    var table = Table([.left("kept").keeping(.key), .prose("rule"), .prose("found")])
    for rule in answer.rules {
      let word =
        switch rule.verdict {
        case .kept: "yes"
        case .broken: "no"
        case .waived: "waived"
        }
      table.append([word, rule.rule, rule.found])
    }
    return table
  }

  private static func note(_ scene: SceneFinding) -> String {
    guard let headroom = scene.headroom else { return "not judged: no seed draws it" }
    let parts = [
      headroom.isEnough ? "" : "no headroom", headroom.isOfSiblings ? "seen on siblings" : "",
      scene.isRecorded ? "recorded" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func seconds(_ seconds: Double?) -> String {
    seconds.map { NumberText.fixed($0, decimals: 2) } ?? "-"
  }

  private static func share(_ share: Double?) -> String {
    share.map { NumberText.percent($0) } ?? "-"
  }
}
