import ScrollCore
import ScrollPages

extension SweepReport {
  /// What moves the stalls: one picture of all axes, then each axis by its levels.
  ///
  /// Nil if nothing was varied.
  var effectsExhibit: Exhibit? {
    guard let effects else { return nil }
    let all = effects.levers + effects.settings + effects.conditions
    guard !all.isEmpty else { return nil }
    return Exhibit(
      "effects", "What moves the stalls",
      notes: [
        "The effect of an axis is the mean stall at its worst level less that at its best, over "
          + "the levels swept. Seconds are the means of all runs. Percents of what an app can "
          + "choose are of stalls divided by the mean of their scene (trace, device and network), so "
          + "that none outweighs the rest. Beside them the share of the variance that the axis "
          + "explains alone: of the divided stalls for what the app chooses, "
          + "of the means of scenes for what its users bring (functional analysis of variance; "
          + "Hutter and others, ICML 2014)."
          + (effects.calmScenes > 0
            ? " In \(effects.calmScenes) of \(Words.count(effects.scenes, "scene")) nothing stalls "
              + "for as long as matters; they count for no lever." : "")
      ] + effects.conflicts.map(\.sentence),
      pictures: [effectsPicture(effects)] + all.map { levelsPicture($0) }
        + effects.toldConflicts.enumerated().compactMap { conflictPicture($1, number: $0 + 1) },
      table: pairsTable(effects))
  }

  /// A bar for each axis.
  func effectsPicture(_ effects: SweepEffects) -> Exhibit.Picture {
    let all = effects.levers + effects.settings + effects.conditions
    var table = Table([
      .left("axis").keeping(.key), .left("who chooses"), .left("best"), .left("worst"),
      .right("best s"), .right("worst s"), .right("effect s").keeping(.key),
      .right("effect %").keeping(.key), .right("variance % of its kind"), .left("matters"),
    ])
    for effect in all {
      table.append([
        effect.axis.name, Self.chooser(of: effect.axis),
        effect.share > 0 ? effect.best.name : "-",
        effect.share > 0 ? effect.worst.name : "-",
        NumberText.fixed(effect.best.stalls, decimals: 3),
        NumberText.fixed(effect.worst.stalls, decimals: 3),
        effect.share > 0 && abs(effect.seconds) >= 0.0005
          ? NumberText.fixed(effect.seconds, decimals: 3) : "-",
        effect.share > 0 ? Self.percent(effect.share) : "-",
        effect.variance.map(Self.percent) ?? "-",
        effect.matters ? "yes" : "no",
      ])
    }
    let bars = EffectBars(
      id: "effect-bars", title: "Effect on stalls, percent of the worst level",
      summary: effects.sentences.first?.visible ?? "",
      bars: all.map { effect in
        EffectBars.Bar(
          name: effect.axis.name, group: effect.axis.kind.isLever ? .lever : .condition,
          value: effect.share, text: effect.amount)
      })
    return Exhibit.Picture(drawing: bars.drawing, table: table)
  }

  /// A share as a whole number of percent; `<1` for what is less and not nothing.
  private static func percent(_ share: Double) -> String {
    share > 0 && share < 0.01 ? "<1" : NumberText.fixed(share * 100, decimals: 0)
  }

  /// Who chooses the levels of an axis, and of what changes with it.
  private static func chooser(of axis: EffectAxis) -> String {
    let kinds = [axis.kind] + axis.companions
    if kinds.allSatisfy(\.isLever) { return "the app" }
    return kinds.contains(where: \.isLever) ? "both" : "its users"
  }

  /// A bar for each level of an axis.
  private func levelsPicture(_ effect: AxisEffect) -> Exhibit.Picture {
    var table = Table([.left(effect.axis.name), .right("stalls s")])
    for level in effect.levels {
      table.append([level.name, NumberText.fixed(level.stalls, decimals: 3)])
    }
    let chart = BarChart(
      id: "effect-"
        + effect.axis.name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-"),
      title: "What the \(effect.axis.name) does to the stalls", summary: effect.sentence.visible,
      axis: .fromZero("stalls, s", covering: effect.levels.map(\.stalls)),
      bars: zip(effect.levels, ChartNames.fitting(effect.levels.map(\.name))).map { level, name in
        BarChart.Bar(
          name: name, style: nil, value: level.stalls, text: SecondsText.of(level.stalls))
      })
    return Exhibit.Picture(drawing: chart.drawing, table: table)
  }

  /// What two axes explain only together; nil if that is nowhere a hundredth.
  private func pairsTable(_ effects: SweepEffects) -> Table? {
    let told = effects.pairs.filter { $0.variance >= 0.01 }
    guard !told.isEmpty else { return nil }
    var table = Table([.left("axis"), .left("with"), .right("variance % only together")])
    for pair in told {
      table.append([
        pair.first.name, pair.second.name, Self.percent(pair.variance),
      ])
    }
    return table
  }
}
