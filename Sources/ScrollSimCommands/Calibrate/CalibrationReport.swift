import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollTraces

/// The results of a calibration, for people and for programs.
final class CalibrationReport {
  private let calibration: Calibration
  private let written: ProfileRequest.WrittenProfile?

  init(_ calibration: Calibration, written: ProfileRequest.WrittenProfile?) {
    self.calibration = calibration
    self.written = written
  }

  func print(_ output: FormatOption) throws {
    let tables = [formats, machine].compactMap { $0 }
    switch output.format {
    case .csv: try Output.printData(figures.csv())
    case .json:
      try Output.print(JSONDocument.text(CalibrationDocument(calibration, written: written?.path)))
    case .markdown: try Output.print(tables.map { $0.markdown() }.joined(separator: "\n"))
    case .table:
      let texts = tables.map { $0.text(fitting: output.width, style: .standardOutput) }
      let lines = (calibration.concerns.map { "note: \($0)" } + [ending].compactMap { $0 }).map {
        Terminal.wrapped($0, to: output.width) + "\n"
      }
      let notes = lines.isEmpty ? [] : [lines.joined()]
      try Output.print((texts + notes).joined(separator: "\n"))
    }
  }

  /// The decode times: the terms of the formula with their standard errors, and the deviations from
  /// the formula.
  private var formats: Table? {
    guard !calibration.fits.isEmpty else { return nil }
    var table = Table([
      .left("decode").keeping(.key), .right("files"), .right("decodes"), .right("fixed ms"),
      .right("ms/MP").keeping(.key), .right("ms/MB").keeping(.key), .right("error").keeping(.key),
      .right("drift"),
      .right("residual: median"), .right("95 %"), .right("spread: files"), .right("jobs"),
    ])
    for fit in calibration.fits {
      let terms = [fit.fixed, fit.perMegapixel, fit.perMegabyte]
      let cells = terms.indices.map { index in
        Self.text(terms[index], error: fit.standardErrors?[index])
      }
      let shares = [
        fit.error, fit.drift, fit.medianResidual, fit.residual95, fit.fileSpread, fit.jobSpread,
      ]
      table.append(
        [fit.name, "\(fit.files.count)", NumberText.count(fit.readings)] + cells
          + shares.map { $0.map { NumberText.percent($0) } ?? "-" })
    }
    return table
  }

  /// The measurements of the machine in processor time and wall-clock time, with idle and with busy
  /// lanes.
  private var machine: Table? {
    guard let measured = calibration.measured else { return nil }
    var table = Table([
      .left("this machine").keeping(.key), .right("latency ms"), .right("MB/s").keeping(.key),
      .right("error"), .right("spread"), .right("MB/s by the wall"), .right("lanes busy"),
      .right("by the wall"),
    ])
    for kind in MachineProbe.Kind.allCases {
      let isRead = kind == .coldRead || kind == .warmRead
      guard let fit = measured.fit(kind, \.idle, isRead ? \.wall : \.cpu) else { continue }
      let others = [
        measured.fit(kind, \.idle, \.wall), measured.fit(kind, \.busy, isRead ? \.wall : \.cpu),
        measured.fit(kind, \.busy, \.wall),
      ]
      table.append(
        [
          kind.rawValue, isRead ? Digits.text(fit.latency, digits: 3) : "-", Self.rate(fit),
          fit.error.map { NumberText.percent($0) } ?? "-", NumberText.percent(fit.spread),
        ] + others.map { $0.map(Self.rate) ?? "-" })
    }
    return table
  }

  /// A table with one row for each figure, unrounded.
  private var figures: Table {
    var table = Table(["figure", "value", "unit", "error", "what"].map { .left($0) })
    for figure in calibration.figures {
      table.append([
        figure.name, "\(figure.value)", figure.unit, figure.error.map { "\($0)" } ?? "",
        figure.what,
      ])
    }
    return table
  }

  private var ending: String? {
    guard let written else { return nil }
    var formats: [String] = []
    for fit in calibration.fits where formats.last != fit.format.rawValue {
      formats.append(fit.format.rawValue)
    }
    return "\(written.path): written; \(written.measured) of "
      + "\(Phrase.count(written.profile.figures.count, "figure")) measured, the others as in "
      + "\(written.base); decodes \(Phrase.list(formats)) and nothing else"
  }

  private static func rate(_ fit: TransferFit) -> String {
    fit.bandwidth.map { Digits.text($0 / 1e6, digits: 3) } ?? "-"
  }

  private static func text(_ value: Double, error: Double?) -> String {
    let text = Digits.text(value, digits: 3)
    return error.map { "\(text) ±\(Digits.text($0, digits: 2))" } ?? text
  }
}

/// The results as a JSON document, with unrounded figures.
///
/// The time of every file is beside the result of the formula.
struct CalibrationDocument: Encodable {
  struct Format: Encodable {
    let format: String
    @OrNull var content: String?
    let readings: Int
    let fixedMilliseconds: Double
    let millisecondsPerMegapixel: Double
    let millisecondsPerMegabyte: Double
    /// The standard errors of the three terms, in the units of the terms.
    @OrNull var standardErrors: [Double]?
    /// One standard error of the whole formula, relative to its result.
    @OrNull var error: Double?
    @OrNull var drift: Double?
    let medianResidual: Double
    let residual95: Double
    /// The sum of the measured times of all files, divided by the sum of the formula's results.
    let sumRatio: Double
    @OrNull var fileSpread: Double?
    @OrNull var jobSpread: Double?
    let files: [File]
  }

  struct File: Encodable {
    let file: String
    let megapixels: Double, megabytes: Double
    /// The median of the file's decode times.
    let milliseconds: Double
    let formula: Double
    /// The weight of the file in the fit, from 0 to 1.
    let weight: Double
  }

  struct Figure: Encodable {
    let name: String
    let value: Double
    let unit: String
    @OrNull var error: Double?
    let what: String
  }

  /// The result of one kind of work, in processor or wall-clock time, with the other lanes idle or
  /// busy.
  struct Probe: Encodable {
    let probe: String
    let lanes: String, clock: String
    @FiniteOrNull var latencyMilliseconds: Double?
    @FiniteOrNull var bytesPerSecond: Double?
    @FiniteOrNull var error: Double?
    @FiniteOrNull var spread: Double?
  }

  let scrollsim = ScrollSim.version
  @OrNull var readings: String?
  @OrNull var machine: String?
  @OrNull var date: String?
  let formats: [Format]
  let figures: [Figure]
  /// The probes of this machine; empty unless it was measured.
  let probes: [Probe]
  let concerns: [String]
  @OrNull var written: String?

  init(_ calibration: Calibration, written: String?) {
    readings = calibration.path
    machine = calibration.file?.machine
    date = calibration.file?.date
    formats = calibration.fits.map(Self.format)
    figures = calibration.figures.map {
      Figure(name: $0.name, value: $0.value, unit: $0.unit, error: $0.error, what: $0.what)
    }
    probes = calibration.measured.map(Self.probes) ?? []
    concerns = calibration.concerns
    self.written = written
  }

  private static func probes(_ measured: MachineMeasurement) -> [Probe] {
    let lanes = [("idle", \ProbeTimes.idle), ("busy", \ProbeTimes.busy)]
    let clocks = [("processor", \WorkTime.cpu), ("wall", \WorkTime.wall)]
    return MachineProbe.Kind.allCases.flatMap { kind in
      lanes.flatMap { lanes in
        clocks.compactMap { clock in
          measured.fit(kind, lanes.1, clock.1).map { fit in
            Probe(
              probe: kind.rawValue, lanes: lanes.0, clock: clock.0,
              latencyMilliseconds: fit.latency, bytesPerSecond: fit.bandwidth, error: fit.error,
              spread: fit.spread)
          }
        }
      }
    }
  }

  private static func format(_ fit: DecodeFit) -> Format {
    Format(
      format: fit.format.rawValue, content: fit.content?.rawValue, readings: fit.readings,
      fixedMilliseconds: fit.fixed, millisecondsPerMegapixel: fit.perMegapixel,
      millisecondsPerMegabyte: fit.perMegabyte, standardErrors: fit.standardErrors,
      error: fit.error, drift: fit.drift, medianResidual: fit.medianResidual,
      residual95: fit.residual95, sumRatio: fit.sumRatio, fileSpread: fit.fileSpread,
      jobSpread: fit.jobSpread,
      files: fit.files.map {
        File(
          file: $0.name, megapixels: $0.megapixels, megabytes: $0.megabytes,
          milliseconds: $0.milliseconds, formula: $0.formula, weight: $0.weight)
      })
  }
}
