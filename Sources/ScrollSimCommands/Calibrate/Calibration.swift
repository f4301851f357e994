import ScrollCalibration
import ScrollTraces

/// What was read and what was measured, fitted.
struct Calibration {
  let path: String?
  let file: ReadingsFile?
  let fits: [DecodeFit]
  let measured: MachineMeasurement?
  /// Which reads are the flash.
  let reads: MachineProbe.Kind

  init(
    path: String?, file: ReadingsFile?, measured: MachineMeasurement?, reads: MachineOptions.Reads
  ) {
    self.path = path
    self.file = file
    self.measured = measured
    fits = file.map { DecodeCalibration($0.readings).fits } ?? []
    let hasCold = measured?.times.contains { $0.kind == .coldRead } ?? false
    self.reads = reads == .cold && hasCold ? .coldRead : .warmRead
  }

  /// What keeps the figures from being as good as they look, a sentence each.
  var concerns: [String] { fits.flatMap(\.concerns) + (measured?.notes ?? []) }
}
