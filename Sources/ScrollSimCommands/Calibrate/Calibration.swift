import ArgumentParser
import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces

/// The readings of decode times and the measurements of the machine, with the fits to both.
struct Calibration {
  let path: String?
  let file: ReadingsFile?
  let fits: [DecodeFit]
  /// The drift of the machine's speed between repetitions of the readings.
  let drift: CalibratedFigure?
  let measured: MachineMeasurement?
  /// The kind of reads that gives the figures of the flash.
  let reads: MachineProbe.Kind

  init(
    path: String?, file: ReadingsFile?, measured: MachineMeasurement?, reads: MachineOptions.Reads
  ) {
    self.path = path
    self.file = file
    self.measured = measured
    let decodes = file.map { DecodeCalibration($0.readings) }
    let fits = decodes?.fits ?? []
    self.fits = fits
    drift = decodes?.runDrift.map { drift in
      CalibratedFigure(
        name: "cores.drift", value: min(drift, CalibratedFigure.mostOff) * 100, unit: "%",
        error: nil,
        what:
          "the speed of \(fits.reduce(0) { $0 + $1.readings }) decodes, repetition by repetition")
    }
    let hasCold = measured?.times.contains { $0.kind == .coldRead } ?? false
    self.reads = reads == .cold && hasCold ? .coldRead : .warmRead
  }

  /// The limitations of the figures, a sentence each.
  var concerns: [String] { fits.flatMap(\.concerns) + (measured?.notes ?? []) }
}

/// A measured figure of a profile.
struct CalibratedFigure {
  /// The name of the figure in a profile, such as `decode.jpeg.any.perMegapixel`.
  let name: String
  let value: Double
  let unit: String
  /// One standard error, relative to the value; `nil` if it is not known.
  let error: Double?
  /// The description of the measurement, without machine and date.
  let what: String

  /// The value with four significant digits, and its unit.
  var text: String { Digits.text(value, digits: 4) + (unit.isEmpty ? "" : " \(unit)") }

  /// The error as a profile states it, rounded up to a tenth of a percent and limited to three
  /// times the value.
  var statedError: Double? { error.map { min(Self.mostOff, ($0 * 1000).rounded(.up) / 1000) } }

  /// The maximum error and spread that a profile may state, as a multiple of the value.
  static let mostOff = 3.0
}

extension Calibration {
  /// All measured figures that a profile may state: those of the machine, then those of the
  /// decoders.
  var figures: [CalibratedFigure] {
    [drift].compactMap { $0 } + (measured.map { $0.figures(reads: reads) } ?? [])
      + fits.flatMap(\.figures)
  }
}

extension DecodeFit {
  fileprivate var figures: [CalibratedFigure] {
    let path = "decode.\(format.rawValue).\(content?.rawValue ?? "any")"
    let sizes =
      "\(Digits.text(megapixels.lowerBound, digits: 2)) to "
      + "\(Digits.text(megapixels.upperBound, digits: 2)) MP"
    let what =
      "\(Phrase.count(readings, "decode")) of \(Phrase.count(files.count, "file")) (\(name)) of \(sizes)"
    let terms = [
      ("fixed", fixed, "ms"), ("perMegapixel", perMegapixel, "ms/MP"),
      ("perMegabyte", perMegabyte, "ms/MB"),
    ]
    var figures = terms.map { name, value, unit in
      // If there are too few files for an error, the assumed error of an estimate is used.
      CalibratedFigure(
        name: "\(path).\(name)", value: value, unit: unit, error: error ?? ProfileDraw.assumedError,
        what: what)
    }
    for (name, spread, between) in [
      ("files", fileSpread, "between files"), ("jobs", jobSpread, "between decodes of a file"),
    ] {
      guard let spread else { continue }
      figures.append(
        CalibratedFigure(
          name: "\(path).\(name)", value: min(spread, CalibratedFigure.mostOff) * 100, unit: "%",
          error: nil,
          what: "\(what), \(between)"))
    }
    return figures
  }
}

extension MachineMeasurement {
  /// Returns the figures of a profile.
  ///
  /// Work of the processor is in processor time, reads are in wall-clock time; the other lanes were
  /// idle.
  fileprivate func figures(reads: MachineProbe.Kind) -> [CalibratedFigure] {
    let cores = CoreCounts()
    var figures = [
      ("performance", cores.performance), ("efficiency", cores.efficiency),
    ].map { kind, count in
      CalibratedFigure(
        name: "cores.\(kind)", value: Double(count), unit: "", error: nil,
        what: "as the system reports")
    }
    if let side = sideBySide {
      figures.append(
        CalibratedFigure(
          name: "cores.sideBySide", value: min(side.value, CalibratedFigure.mostOff) * 100,
          unit: "%", error: side.error,
          what: "a stand-in for a decoder, alone and beside \(lanes) others, \(rounds) rounds"))
    }
    func add(
      _ kind: MachineProbe.Kind, _ names: (latency: String?, bandwidth: String),
      _ clock: KeyPath<WorkTime, Double>, _ what: String
    ) {
      guard let fit = fit(kind, \.idle, clock), let bandwidth = fit.bandwidth else { return }
      let what = "\(what), \(rounds) rounds"
      if let latency = names.latency {
        figures.append(
          CalibratedFigure(
            name: latency, value: fit.latency, unit: "ms", error: fit.error, what: what))
      }
      figures.append(
        CalibratedFigure(
          name: names.bandwidth, value: bandwidth / 1e6, unit: "MB/s", error: fit.error, what: what)
      )
    }
    add(
      reads, ("flash.latency", "flash.bandwidth"), \.wall,
      "\(reads.rawValue)s of files of 16 KiB to 8 MiB")
    add(
      .firstTouch, (nil, "memory.firstTouch"), \.cpu,
      "a byte of each page of fresh memory, 1 to 16 MiB")
    if figures.last?.name == "memory.firstTouch" {
      figures.append(
        CalibratedFigure(
          name: "memory.keptForReuse", value: Double(kept >> 20), unit: "MiB", error: nil,
          what: "bitmaps of 4 MiB, allocated, touched and freed again and again"))
    }
    add(
      .upload, (nil, "mainThread.uploadBandwidth"), \.cpu,
      "a copy of a bitmap of 1 to 16 MiB, as a stand-in for an upload")
    add(
      .redraw, (nil, "mainThread.redrawBandwidth"), \.cpu,
      "a bitmap of 1 to 16 MiB drawn into another order of channels")
    return figures
  }
}

/// The options of `--measure`.
struct MachineOptions: ParsableArguments {
  /// The kind of reads that gives the profile's figures of the flash.
  enum Reads: String, CaseIterable, ExpressibleByArgument {
    case cold, warm
  }

  @Option(
    help: ArgumentHelp(
      "The reads that set the speed of the profile's flash: warm (the system has the files in "
        + "memory) or cold."))
  var reads = Reads.cold
  @Option(
    help: ArgumentHelp(
      "The folder in which --measure reads files (default: the folder for temporary files).",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  /// The path of the folder for temporary files.
  var place: String { folder ?? FileManager.default.temporaryDirectory.path }

  /// Throws an error for options of the measurement that are given without `--measure`.
  func require(measure: Bool) throws(CommandError) {
    if let folder, !measure {
      throw .usage("--folder '\(folder)' needs --measure; expected both or none")
    }
    if reads == .warm, !measure {
      throw .usage("--reads warm needs --measure; expected both or none")
    }
  }
}

/// The numbers of fast and of small cores.
///
/// If the system does not distinguish them, all cores count as fast.
private struct CoreCounts {
  let performance: Int, efficiency: Int

  init() {
    #if canImport(Darwin)
      if let fast = Self.level(0), fast > 0 {
        (performance, efficiency) = (fast, Self.level(1) ?? 0)
        return
      }
    #endif
    (performance, efficiency) = (max(1, ProcessInfo.processInfo.activeProcessorCount), 0)
  }

  #if canImport(Darwin)
    private static func level(_ number: Int) -> Int? {
      var (count, size) = (Int32(0), MemoryLayout<Int32>.size)
      let name = "hw.perflevel\(number).physicalcpu"
      return sysctlbyname(name, &count, &size, nil, 0) == 0 ? Int(count) : nil
    }
  #endif
}
