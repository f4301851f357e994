import ScrollTraces

/// What was read and what was measured, fitted.
struct Calibration {
  let path: String?
  let file: ReadingsFile?
  let fits: [DecodeFit]
  /// Of the machine's speed between repetitions of the readings.
  let drift: CalibratedFigure?
  let measured: MachineMeasurement?
  /// Which reads are the flash.
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

  /// What keeps the figures from being as good as they look, a sentence each.
  var concerns: [String] { fits.flatMap(\.concerns) + (measured?.notes ?? []) }
}
