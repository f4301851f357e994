import ScrollDevice
import Yams

/// Reads the figures of one profile file and keeps each with its source.
struct ProfileReader {
  /// Every figure read so far.
  private(set) var figures: [DeviceProfile.Figure] = []

  /// A figure in the base unit of its dimension.
  mutating func number(
    _ name: String, of fields: YAMLField.Fields, _ dimension: ProfileDimension
  ) throws(YAMLFileError) -> Double {
    let field = try fields.required(name, expected: Self.shape(dimension.expected))
    return try number(field, dimension)
  }

  /// A figure in the base unit of its dimension.
  mutating func number(
    _ field: YAMLField, _ dimension: ProfileDimension
  ) throws(YAMLFileError) -> Double {
    let (value, text) = try figure(field, expected: dimension.expected)
    guard let number = dimension.parse(text) else { throw value.wrong(dimension.expected) }
    return number
  }

  /// A figure of two lengths.
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

  /// One measured point of a decode table, `{pixels: 32x24 px, value: 1.5 ms, source: ...}`.
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

  /// The relative standard error that a figure states; nil without one.
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
