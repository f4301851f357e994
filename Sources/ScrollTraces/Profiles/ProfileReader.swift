import ScrollDevice
import Yams

/// A reader for the figures of one profile file, which keeps each figure with its source.
struct ProfileReader {
  /// Every figure read so far.
  private(set) var figures: [DeviceProfile.Figure] = []

  /// Returns a figure in the base unit of its dimension.
  mutating func number(
    _ name: String, of fields: YAMLField.Fields, _ dimension: ProfileDimension
  ) throws(YAMLFileError) -> Double {
    let field = try fields.required(name, expected: Self.shape(dimension.expected))
    return try number(field, dimension)
  }

  /// Returns a figure in the base unit of its dimension.
  mutating func number(
    _ field: YAMLField, _ dimension: ProfileDimension
  ) throws(YAMLFileError) -> Double {
    let (value, text) = try figure(field, expected: dimension.expected)
    guard let number = dimension.parse(text) else { throw value.wrong(dimension.expected) }
    return number
  }

  /// Returns a figure of two lengths.
  mutating func area(
    _ name: String, of fields: YAMLField.Fields, unit: String
  ) throws(YAMLFileError) -> ProfileArea {
    let expected = "a width and a height from 1 to 100000, like 320x568 \(unit)"
    let field = try fields.required(name, expected: Self.shape(expected))
    let (value, text) = try figure(field, expected: expected)
    guard let area = ProfileArea(text, unit: unit, isWhole: false) else {
      throw value.wrong(expected)
    }
    return area
  }

  /// Returns one measured point of a decode table, `{pixels: 32x24 px, value: 1.5 ms, source:
  /// ...}`.
  mutating func point(
    _ field: YAMLField
  ) throws(YAMLFileError) -> (pixels: Int, milliseconds: Double) {
    let expectedPixels = "whole pixels from 1 to 100000, like 32x24 px"
    let fields = try field.fields(["pixels", "value", "error", "source"])
    let pixels = try fields.required("pixels", expected: expectedPixels)
    let pixelText = try pixels.text(expected: expectedPixels)
    guard let area = ProfileArea(pixelText, unit: "px", isWhole: true) else {
      throw pixels.wrong(expectedPixels)
    }
    let expected = ProfileDimension.positiveTime.expected
    let value = try fields.required("value", expected: expected)
    let text = try value.text(expected: expected)
    guard let milliseconds = ProfileDimension.positiveTime.parse(text) else {
      throw .wrongValue(
        value.place, path: field.path, found: "'\(text)'", expected: expected)
    }
    let (source, error) = (try source(of: fields), try error(of: fields))
    figures.append(
      .init(name: field.path, text: "\(text) at \(pixelText)", source: source, error: error))
    return (Int(area.width) * Int(area.height), milliseconds)
  }

  private mutating func figure(
    _ field: YAMLField, expected: String
  ) throws(YAMLFileError) -> (value: YAMLField, text: String) {
    guard field.node.mapping != nil else { throw field.wrong(Self.shape(expected)) }
    let fields = try field.fields(["value", "error", "source"])
    let value = try fields.required("value", expected: expected)
    let text = try value.text(expected: expected)
    let (source, error) = (try source(of: fields), try error(of: fields))
    figures.append(.init(name: field.path, text: text, source: source, error: error))
    return (YAMLField(node: value.node, path: field.path, file: field.file), text)
  }

  /// Returns the relative standard error that a figure states; `nil` without one.
  private func error(of fields: YAMLField.Fields) throws(YAMLFileError) -> Double? {
    guard let field = fields["error"] else { return nil }
    let expected = ProfileDimension.share.expected
    guard let error = ProfileDimension.share.parse(try field.text(expected: expected)) else {
      throw field.wrong(expected)
    }
    return error
  }

  private func source(of fields: YAMLField.Fields) throws(YAMLFileError) -> String {
    let expected = "a publication, 'measured' and on what, or 'estimate' and a reason"
    return try fields.required("source", expected: expected).text(expected: expected)
  }

  private static func shape(_ expected: String) -> String {
    "{value: ..., source: ...} with \(expected)"
  }
}

/// Two lengths in one value, `320x568 pt`.
struct ProfileArea {
  let width: Double, height: Double

  /// Parses `WIDTHxHEIGHT UNIT`; `nil` for anything else, and outside of 1...100000.
  init?(_ text: String, unit: String, isWhole: Bool) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1] == unit else { return nil }
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ $0.first?.isNumber ?? false }),
      let width = Double(sides[0]), let height = Double(sides[1])
    else { return nil }
    for side in [width, height] {
      guard (1...100_000).contains(side), !isWhole || side == side.rounded() else { return nil }
    }
    self.width = width
    self.height = height
  }
}

/// The dimension of a figure of a profile file: its units and its valid values.
///
/// A value is a decimal number, an optional space, and a unit. There is no default unit.
struct ProfileDimension {
  /// The names of units with their factors to the base unit; an empty name is for a number without
  /// a unit.
  let units: [(name: String, factor: Double)]
  /// The valid values in the base unit.
  let range: ClosedRange<Double>
  let isWhole: Bool
  /// The expected values, for error messages.
  let expected: String

  private init(
    _ units: [(name: String, factor: Double)], _ range: ClosedRange<Double>,
    isWhole: Bool = false, _ expected: String
  ) {
    self.units = units
    self.range = range
    self.isWhole = isWhole
    self.expected = expected
  }

  /// Returns the value in the base unit; `nil` for a text that is not of this dimension.
  func parse(_ text: String) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || ".-+".contains($0)) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), let factor = units.first(where: { $0.name == unit })?.factor
    else { return nil }
    let value = number * factor
    return range.contains(value) && (!isWhole || value == value.rounded()) ? value : nil
  }

  static let time = Self(
    [("ns", 1e-6), ("us", 1e-3), ("µs", 1e-3), ("ms", 1), ("s", 1e3)], 0...1e8,
    "a time from 0 to 100000 s, like 0.3 ms")
  static let positiveTime = Self(
    time.units, 1e-6...1e8, "a time above 0, at most 100000 s, like 0.3 ms")
  static let timePerMegapixel = Self(
    [("ms/MP", 1)], 0...1e8, "milliseconds per million pixels, like 53.6 ms/MP")
  static let timePerMegabyte = Self(
    [("ms/MB", 1)], 0...1e8, "milliseconds per 10^6 bytes, like 499 ms/MB")

  private static let bytes: [(name: String, factor: Double)] = [
    ("B", 1), ("kB", 1e3), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12),
    ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824),
  ]
  static let memory = Self(bytes, 0...1e15, isWhole: true, "an amount of memory, like 645 MB")
  static let positiveMemory = Self(
    bytes, 1...1e15, isWhole: true, "an amount of memory above 0, like 645 MB")
  /// Bytes per second.
  static let bandwidth = Self(
    bytes.map { ($0.name + "/s", $0.factor) }, 1...1e15, "bytes per second, like 80 MB/s")

  /// Bytes per second, also written in bits as usual for networks.
  static let networkBandwidth = Self(
    bandwidth.units + [("bit/s", 0.125), ("kbit/s", 125), ("Mbit/s", 125e3), ("Gbit/s", 125e6)],
    1...1e15, isWhole: true, "bits or bytes per second, like 780 kbit/s or 5 MB/s")
  static let probability = Self([("%", 0.01)], 0...1, "a percentage from 0 to 100, like 1 %")
  /// A relative error, or a spread as a standard deviation of logarithms.
  static let share = Self([("%", 0.01)], 0...3, "a percentage from 0 to 300, like 4 %")
  static let connections = Self(
    [("", 1)], 1...1024, isWhole: true, "a number of connections from 1 to 1024, like 6")

  static let refreshRate = Self(
    [("Hz", 1)], 1...1000, isWhole: true, "a whole number from 1 to 1000 with its unit, like 60 Hz")
  static let scale = Self([("px/pt", 1)], 0.1...10, "pixels per point, like 2 px/pt")
  static let cores = Self([("", 1)], 0...1024, isWhole: true, "a number of cores, like 2")
  static let someCores = Self(
    cores.units, 1...1024, isWhole: true, "a number of cores, at least 1, like 2")
}
