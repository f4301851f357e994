import ScrollDevice

extension DeviceFile {
  typealias Decode = (
    latencies: [DeviceProfile.Codec: DecodeLatency], spread: [DeviceProfile.Codec: DecodeSpread]
  )

  /// Reads the decode times, and their spread where it is stated: entries for both content classes
  /// of every format that is there.
  static func decode(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> Decode {
    let formats = try field.fields(ImageFormat.codecs.map(\.rawValue))
    var decode: Decode = ([:], [:])
    for format in ImageFormat.codecs {
      guard let entry = formats[format.rawValue] else { continue }
      let contents = try entry.fields(["any"] + ContentClass.allCases.map(\.rawValue))
      if let any = contents["any"] {
        guard contents.named.count == 1 else {
          throw entry.wrong("either 'any' or both 'photo' and 'graphic'")
        }
        let (latency, spread) = try times(any, &reader)
        for content in ContentClass.allCases {
          decode.latencies[.init(format, content)] = latency
          decode.spread[.init(format, content)] = spread
        }
      } else {
        for content in ContentClass.allCases {
          let field = try contents.required(
            content.rawValue, expected: "decode times, or 'any' for both contents")
          let (latency, spread) = try times(field, &reader)
          decode.latencies[.init(format, content)] = latency
          decode.spread[.init(format, content)] = spread
        }
      }
    }
    guard !decode.latencies.isEmpty else {
      throw field.wrong("decode times of at least one format")
    }
    return decode
  }

  private static func times(
    _ field: YAMLField, _ reader: inout ProfileReader
  ) throws(YAMLFileError) -> (DecodeLatency, DecodeSpread?) {
    let linear = ["fixed", "perMegapixel", "perMegabyte"], spread = ["files", "jobs"]
    let fields = try field.fields(["points"] + linear + spread)
    let latency: DecodeLatency
    if let points = fields["points"] {
      guard linear.allSatisfy({ fields[$0] == nil }) else {
        throw field.wrong("either points or \(linear.joined(separator: ", "))")
      }
      latency = .table(try table(points, &reader))
    } else {
      latency = .linear(
        fixed: try reader.number("fixed", of: fields, .time),
        perMegapixel: try reader.number("perMegapixel", of: fields, .timePerMegapixel),
        perMegabyte: try reader.number("perMegabyte", of: fields, .timePerMegabyte))
    }
    guard spread.contains(where: { fields[$0] != nil }) else { return (latency, nil) }
    func share(_ name: String) throws(YAMLFileError) -> Double {
      guard let field = fields[name] else { return 0 }
      return try reader.number(field, .share)
    }
    return (latency, DecodeSpread(files: try share("files"), jobs: try share("jobs")))
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
