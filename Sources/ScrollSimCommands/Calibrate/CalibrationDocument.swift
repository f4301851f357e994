import ScrollDevice
import ScrollPages
import ScrollTraces

/// Everything that was found as a JSON document: figures unrounded, every file beside the formula.
struct CalibrationDocument: Encodable {
  struct Format: Encodable {
    let format: String
    @OrNull var content: String?
    let readings: Int
    let fixedMilliseconds: Double
    let millisecondsPerMegapixel: Double
    let millisecondsPerMegabyte: Double
    /// Of the three, in their units.
    @OrNull var standardErrors: [Double]?
    /// One standard error of all three together, relative to them.
    @OrNull var error: Double?
    @OrNull var drift: Double?
    let medianResidual: Double
    let residual95: Double
    /// The own times of all files, divided by what the formula says.
    let sumRatio: Double
    @OrNull var fileSpread: Double?
    @OrNull var jobSpread: Double?
    let files: [File]
  }

  struct File: Encodable {
    let file: String
    let megapixels: Double, megabytes: Double
    /// The median of its decodes.
    let milliseconds: Double
    let formula: Double
    /// What it counted in the fit, from 0 to 1.
    let weight: Double
  }

  struct Figure: Encodable {
    let name: String
    let value: Double
    let unit: String
    @OrNull var error: Double?
    let what: String
  }

  /// What one kind of work came to, by one clock, with the other lanes idle or busy.
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
  /// Of this machine; empty unless it was measured.
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
