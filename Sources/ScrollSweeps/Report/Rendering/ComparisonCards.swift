import ScrollCore
package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The app's present settings next to the advised settings, on a card for each recommendation.
  package var comparisonCards: [ReportCard] {
    recommendations.map { ComparisonCard(of: $0, in: self).card }
  }
}

/// A card that compares the advised setting of a device with the present one.
private struct ComparisonCard {
  /// A setting with its figures.
  private struct Column {
    let name: String
    let setting: CacheSetting
    let cells: [ReportCell]
    /// The error bands of blank time, hitches and memory; empty if there are none.
    let bands: [FigureBand]
  }

  /// The number of sessions from which on a percentile is known.
  private static let leastSessions = 20

  private let report: SweepReport
  private let found: Recommendation
  private let columns: [Column]

  init(of found: Recommendation, in report: SweepReport) {
    self.report = report
    self.found = found
    let scenes = report.scenes.indices.filter {
      report.scenes[$0].device.name == found.device
        && (found.network == nil || report.scenes[$0].network.name == found.network)
    }
    let places = Array(report.places(in: scenes))
    let band = report.band(of: found)
    let reference = found.reference?.setting
    // The present setting has figures even if no comparison with it is possible.
    let present = report.baseline.flatMap { baseline in
      places.map { report.setting(at: $0.0) }.first { baseline.is($0, on: found.device) }
    }
    var settings: [(name: String, setting: CacheSetting, bands: [FigureBand])] = []
    func add(_ name: String, _ setting: CacheSetting?, _ bands: [FigureBand]) {
      guard let setting, setting != found.setting else { return }
      settings.append((name, setting, bands))
    }
    if let present {
      add("you have", present, present == reference ? band?.referenceAxes ?? [] : [])
    } else {
      add("simplest", reference, band?.referenceAxes ?? [])
    }
    let name = present == found.setting ? "you have: keep it" : "advised"
    let isOnly = found.settings == 1 && settings.isEmpty
    settings.append((isOnly ? "mean" : name, found.setting, band?.axes ?? []))
    add("best found", found.rival?.setting, [])
    columns = settings.map { name, setting, bands in
      Column(
        name: name, setting: setting,
        cells: places.filter { report.setting(at: $0.0) == setting }.map(\.1), bands: bands)
    }
  }

  var card: ReportCard {
    ReportCard(
      title: found.device, subtitle: found.network ?? "", columns: columns.map(\.name),
      rows: settingRows + figureRows + [killed], note: note)
  }

  /// The parts of the settings that the sweep varied; those that change are bold.
  private var settingRows: [ReportCard.Row] {
    let scenes = report.scenes
    let (loaders, prefetchers) = (scenes.map(\.loader), scenes.map(\.prefetcher))
    func row(_ label: String, _ count: Int, _ text: (CacheSetting) -> String) -> ReportCard.Row? {
      let values = columns.map { text($0.setting) }
      return count > 1 ? ReportCard.Row(label, values, isBold: Set(values).count > 1) : nil
    }
    return [
      row("loader", Set(loaders).count) { ShortSettings(loaders).text($0.loader) },
      row("policy", report.policies.count) { $0.policy },
      row("budget", report.budgets.count) { $0.budgetText },
      row("prefetch", Set(prefetchers).count) { ShortSettings(prefetchers).text($0.prefetcher) },
    ].compactMap { $0 }
  }

  private var figureRows: [ReportCard.Row] {
    let most = columns.map { sessions(of: $0, \.stalls).values.max() ?? 0 }.max() ?? 0
    func seconds(_ value: Double) -> String { NumberText.fixed(value, decimals: most < 1 ? 3 : 2) }
    let stalls = row("stall s", \.stalls, seconds)
    // Missing screen is more than blank time if images are wrong or frames are late.
    return (stalls.values == row("blank s", \.figures.blank, seconds).values ? [] : [stalls]) + [
      row("blank s", \.figures.blank, band: 0, seconds),
      row("hitch ms/s", \.hitches, band: 1) { NumberText.fixed($0, decimals: 2) },
      row("peak MiB", \.figures.memory, band: 2) {
        NumberText.fixed($0 / Double(1 << 20), decimals: 0)
      },
    ]
  }

  /// Returns the mean of a figure for each setting, with its error band, and with its 95th
  /// percentile or maximum over the sessions.
  private func row(
    _ label: String, _ figure: KeyPath<ReportCell.Draw, Double>, band: Int? = nil,
    _ text: (Double) -> String
  ) -> ReportCard.Row {
    let end = found.sessions >= Self.leastSessions ? "95 %" : found.sessions > 1 ? "worst" : nil
    let values = columns.map { column in
      let (order, values) = sessions(of: column, figure)
      let means = report.clusters.means(values, of: order)
      let mean = means.reduce(0, +) / Double(max(1, means.count))
      var parts = [text(mean)]
      if let band, column.bands.indices.contains(band) {
        parts.append("(\(text(column.bands[band].low))-\(text(column.bands[band].high)))")
      }
      return parts.joined(separator: " ") + (end.map { ", \($0) \(text(high(values)))" } ?? "")
    }
    return ReportCard.Row(label, values, isBold: Set(values).count > 1)
  }

  /// Returns the sessions of a setting in order, and the mean of a figure in each.
  private func sessions(
    of column: Column, _ figure: KeyPath<ReportCell.Draw, Double>
  ) -> (order: [Int], values: [Double]) {
    var sums: [Int: Spread] = [:]
    for draw in column.cells.flatMap(\.draws) {
      sums[draw.session, default: Spread()].add(draw[keyPath: figure])
    }
    let order = sums.keys.sorted()
    return (order, order.map { sums[$0]?.mean ?? 0 })
  }

  /// Returns the 95th percentile by the nearest rank, or the maximum of a few sessions.
  private func high(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard sorted.count >= Self.leastSessions else { return sorted.last ?? 0 }
    return sorted[(sorted.count * 95 + 99) / 100 - 1]
  }

  private var killed: ReportCard.Row {
    ReportCard.Row(
      "killed",
      columns.map { column in
        let deaths = column.cells.reduce(0) { $0 + $1.deaths }
        return deaths == 0
          ? "no" : "\(deaths) of \(Phrase.digits(column.cells.reduce(0) { $0 + $1.runs }))"
      })
  }

  private var note: String {
    let band = report.band(of: found)
    let alike =
      found.isIndifferent && found.settings > 1
      ? "All \(Phrase.digits(found.settings)) settings are about equal in these sessions."
      : found.alike > 1
        ? "\(Phrase.count(found.alike - 1, "other setting is", "other settings are")) as good."
        : nil
    let finding = band?.reference.map {
      "\($0.shortFinding.prefix(1).uppercased())\($0.shortFinding.dropFirst())."
    }
    let sample = band.flatMap { band in
      let (taken, all) = (band.question.advised.count, band.question.allPlaces)
      return taken < all ? "The bands are of \(taken) of \(Phrase.digits(all)) runs." : nil
    }
    return [
      alike, finding, sample, report.flip(of: found),
      found.isCritical ? "Every run is still critical." : nil,
    ].compactMap { $0 }.joined(separator: " ")
  }
}
