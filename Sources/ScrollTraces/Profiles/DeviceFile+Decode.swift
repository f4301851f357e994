import ScrollDevice

extension DeviceFile {
  /// Reads the decode times: one entry for every codec and content class.
  static func decode(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> [DeviceProfile.Codec: DecodeLatency] {
    let formats = try field.fields(ImageFormat.codecs.map(\.rawValue))
    var latencies: [DeviceProfile.Codec: DecodeLatency] = [:]
    for format in ImageFormat.codecs {
      let expected = "either 'any' or both 'photo' and 'graphic'"
      let entry = try formats.required(format.rawValue, expected: expected)
      let contents = try entry.fields(["any"] + ContentClass.allCases.map(\.rawValue))
      if let any = contents["any"] {
        guard contents.named.count == 1 else { throw entry.wrong(expected) }
        let latency = try latency(any, &reader)
        for content in ContentClass.allCases {
          latencies[.init(format, content)] = latency
        }
      } else {
        for content in ContentClass.allCases {
          let field = try contents.required(
            content.rawValue, expected: "decode times, or 'any' for both contents")
          latencies[.init(format, content)] = try latency(field, &reader)
        }
      }
    }
    return latencies
  }

  private static func latency(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> DecodeLatency {
    let linear = ["fixed", "perMegapixel", "perMegabyte"]
    let fields = try field.fields(["points"] + linear)
    guard let points = fields["points"] else {
      return .linear(
        fixed: try reader.number("fixed", of: fields, .time),
        perMegapixel: try reader.number("perMegapixel", of: fields, .timePerMegapixel),
        perMegabyte: try reader.number("perMegabyte", of: fields, .timePerMegabyte))
    }
    guard fields.named.count == 1 else {
      throw field.wrong("either points or \(linear.joined(separator: ", "))")
    }
    return .table(try table(points, &reader))
  }

  private static func table(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> [DecodeLatency.Point] {
    let expected = "at least two of {pixels: ..., value: ..., source: ...}"
    var points: [DecodeLatency.Point] = []
    for element in try field.elements(expected: expected) {
      let (pixels, milliseconds) = try reader.point(element)
      if let last = points.last, last.pixels >= pixels {
        throw .wrongValue(
          element.place, path: element.path, found: "\(pixels) pixels",
          expected: "more than the \(last.pixels) pixels of the point before")
      }
      points.append(.init(pixels: pixels, milliseconds: milliseconds))
    }
    guard points.count >= 2 else { throw field.wrong(expected) }
    return points
  }
}
