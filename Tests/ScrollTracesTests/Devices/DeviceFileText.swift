/// A device file of our own, small but whole, for tests to spoil.
enum DeviceFileText {
  static let whole = """
    name: toy
    summary: A device for tests.
    screen:
      size: {value: 100x200.5 pt, source: a brochure}
      scale: {value: 1.5 px/pt, source: a brochure}
      refreshRate: {value: 50 Hz, source: a brochure}
    cores:
      performance: {value: 1, source: a brochure}
      efficiency: {value: 3, source: a brochure}
    flash:
      latency: {value: 250 us, source: estimate}
      bandwidth: {value: 2 MiB/s, source: estimate}
      writeBandwidth: {value: 500 kB/s, source: estimate}
    memory:
      total: {value: 100 MB, source: a brochure}
      appLimit: {value: 50 MB, source: a forum}
      otherProcesses: {value: 10 MB, source: estimate}
      baseFootprint: {value: 5 MB, source: estimate}
      backgroundApps:
        - {value: 1 MB, source: estimate}
        - {value: 2 MB, source: estimate}
      pageSize: {value: 16 KiB, source: a manual}
      swap:
        bandwidth: {value: 1 GB/s, source: estimate}
        latency: {value: 50 us, source: estimate}
    mainThread:
      cellWork: {value: 2 ms, source: estimate}
      uploadBandwidth: {value: 1 GB/s, source: estimate}
      redrawBandwidth: {value: 500 MB/s, source: estimate}
      lazyUploadBandwidth: {value: 250 MB/s, source: estimate}
      pngEncode: {value: 300 ms/MP, source: estimate}
    decode:
      png:
        photo:
          points:
            - {pixels: 10x10 px, value: 1 ms, source: a figure}
            - {pixels: 100x10 px, value: 10 ms, source: a figure}
            - {pixels: 100x100 px, value: 20 ms, source: a figure}
        graphic: &linear
          fixed: {value: 1 ms, source: estimate}
          perMegapixel: {value: 10 ms/MP, source: estimate}
          perMegabyte: {value: 100 ms/MB, source: estimate}
      jpeg: {any: *linear}
      progressive-jpeg: {any: *linear}
      heic: {any: *linear}
      webp: {any: *linear}
      avif: {any: *linear}
      jpeg-2000: {any: *linear}
      gif: {any: *linear}
      tiff: {any: *linear}
    """

  /// The part of the whole file that may be left out.
  static let swap = """
      swap:
        bandwidth: {value: 1 GB/s, source: estimate}
        latency: {value: 50 us, source: estimate}

    """

  /// The whole file with one piece of text replaced by another.
  static func replacing(_ old: String, with new: String) -> String {
    guard let range = whole.firstRange(of: old) else { return "'\(old)' is not in the file" }
    return whole.replacingCharacters(in: range, with: new)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
