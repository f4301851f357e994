import ScrollTraces
import Testing

struct DeviceFileErrorTests {
  struct Case: Sendable, CustomStringConvertible {
    let old: String, new: String, sentence: String

    init(_ old: String, _ new: String, _ sentence: String) {
      self.old = old
      self.new = new
      self.sentence = sentence
    }

    var description: String { "\(old) -> \(new)" }
  }

  static let cases = [
    Case(
      "50 MB, source: a forum", "50 megs, source: a forum",
      "toy.yml:16: memory.appLimit is '50 megs'; expected an amount of memory above 0, like 645 MB"
    ),
    Case(
      "{value: 50 MB, source: a forum}", "{value: 50 MB}",
      "toy.yml:16: memory.appLimit.source is missing; expected a publication, 'measured' and on what, or 'estimate' and a reason"
    ),
    Case(
      "{value: 50 MB, source: a forum}", "{value: 50 MB, source: ''}",
      "toy.yml:16: memory.appLimit.source is empty; expected a publication, 'measured' and on what, or 'estimate' and a reason"
    ),
    Case(
      "{value: 50 MB, source: a forum}", "50 MB",
      "toy.yml:16: memory.appLimit is '50 MB'; expected {value: ..., source: ...} with an amount of memory above 0, like 645 MB"
    ),
    Case(
      "value: 50 MB, source: a forum", "value: 101 MB, source: a forum",
      "toy.yml:16: memory.appLimit is '101 MB'; expected at most memory.total"),
    Case(
      "value: 50 MB, source: a forum", "value: -50 MB, source: a forum",
      "toy.yml:16: memory.appLimit is '-50 MB'; expected an amount of memory above 0, like 645 MB"
    ),
    Case(
      "value: 50 MB, source: a forum", "value: nan MB, source: a forum",
      "toy.yml:16: memory.appLimit is 'nan MB'; expected an amount of memory above 0, like 645 MB"
    ),
    Case(
      "  latency:", "  latencey:",
      "toy.yml:11: flash has no field 'latencey'; it takes latency, bandwidth, writeBandwidth"),
    Case(
      "name: toy", "named: toy",
      "toy.yml:1: a device has no field 'named'; it takes name, summary, screen, cores, flash, memory, mainThread, decode"
    ),
    Case(
      "name: toy", "name: My Phone",
      "toy.yml:1: name is 'My Phone'; expected a name of small letters, digits and hyphens, like iphone-5"
    ),
    Case(
      "  scale: {value: 1.5 px/pt, source: a brochure}\n", "",
      "toy.yml:4: screen.scale is missing; expected {value: ..., source: ...} with pixels per point, like 2 px/pt"
    ),
    Case(
      "50 Hz", "59.94 Hz",
      "toy.yml:6: screen.refreshRate is '59.94 Hz'; expected a whole number from 1 to 1000 with its unit, like 60 Hz"
    ),
    Case(
      "100x200.5 pt", "100 pt",
      "toy.yml:4: screen.size is '100 pt'; expected a width and a height from 1 to 100000, like 320x568 pt"
    ),
    Case(
      "performance: {value: 1,", "performance: {value: 0,",
      "toy.yml:8: cores.performance is '0'; expected a number of cores, at least 1, like 2"),
    Case(
      "2 MiB/s", "2 MiB",
      "toy.yml:12: flash.bandwidth is '2 MiB'; expected bytes per second, like 80 MB/s"),
    Case(
      "  writeBandwidth: {value: 500 kB/s, source: estimate}\n", "",
      "toy.yml:11: flash.writeBandwidth is missing; expected {value: ..., source: ...} with bytes per second, like 80 MB/s"
    ),
    Case(
      "500 kB/s", "500 kB",
      "toy.yml:13: flash.writeBandwidth is '500 kB'; expected bytes per second, like 80 MB/s"),
    Case(
      "  lazyUploadBandwidth: {value: 250 MB/s, source: estimate}\n", "",
      "toy.yml:27: mainThread.lazyUploadBandwidth is missing; expected {value: ..., source: ...} with bytes per second, like 80 MB/s"
    ),
    Case(
      "300 ms/MP", "300 ms",
      "toy.yml:31: mainThread.pngEncode is '300 ms'; expected milliseconds per million pixels, like 53.6 ms/MP"
    ),
    Case(
      "pngEncode", "jpegEncode",
      "toy.yml:31: mainThread has no field 'jpegEncode'; it takes cellWork, uploadBandwidth, redrawBandwidth, lazyUploadBandwidth, pngEncode"
    ),
    Case(
      "    latency: {value: 50 us, source: estimate}\n", "",
      "toy.yml:24: memory.swap.latency is missing; expected {value: ..., source: ...} with a time from 0 to 100000 s, like 0.3 ms"
    ),
    Case(
      "    bandwidth: {value: 1 GB/s, source: estimate}", "    bandwidth: {value: 1 GB/s}",
      "toy.yml:24: memory.swap.bandwidth.source is missing; expected a publication, 'measured' and on what, or 'estimate' and a reason"
    ),
    Case(
      "    latency: {value: 50 us, source: estimate}",
      "    delay: {value: 50 us, source: estimate}",
      "toy.yml:25: memory.swap has no field 'delay'; it takes bandwidth, latency"),
    Case(
      "  gif: {any: *linear}", "  gif: {any: *linear}\n  hybrid: {any: *linear}",
      "toy.yml:50: decode has no field 'hybrid'; it takes png, jpeg, progressive-jpeg, heic, webp, avif, jpeg-2000, gif, tiff"
    ),
    Case(
      "{value: 2 MB, source: estimate}", "2 MB",
      "toy.yml:21: memory.backgroundApps[1] is '2 MB'; expected {value: ..., source: ...} with an amount of memory, like 645 MB"
    ),
    Case(
      "value: 20 ms", "value: 3 parsecs",
      "toy.yml:38: decode.png.photo.points[2] is '3 parsecs'; expected a time above 0, at most 100000 s, like 0.3 ms"
    ),
    Case(
      "100x100 px", "10x100 px",
      "toy.yml:38: decode.png.photo.points[2] is 1000 pixels; expected more than the 1000 pixels of the point before"
    ),
    Case(
      "  jpeg: {any: *linear}", "  jpeg: {photo: *linear}",
      "toy.yml:43: decode.jpeg.graphic is missing; expected decode times, or 'any' for both contents"
    ),
    Case(
      "  jpeg: {any: *linear}", "  jpeg: {any: *linear, photo: *linear}",
      "toy.yml:43: decode.jpeg is a mapping; expected either 'any' or both 'photo' and 'graphic'"
    ),
    Case(
      "  gif:", "  bmp:",
      "toy.yml:49: decode has no field 'bmp'; it takes png, jpeg, progressive-jpeg, heic, webp, avif, jpeg-2000, gif, tiff"
    ),
    Case(
      "name: toy\n", "name: toy\nname: toy\n",
      "toy.yml:1: not YAML: field 'name' appears twice"),
    Case(
      "summary: A", "summary: [A", "toy.yml:3: not YAML: did not find expected ',' or ']'"),
  ]

  @Test(arguments: cases)
  func `an invalid device file is an error with file, line and field`(spoilt: Case) {
    let text = DeviceFileText.replacing(spoilt.old, with: spoilt.new)
    let error = #expect(throws: YAMLFileError.self) {
      try DeviceFile.parse(text, file: "toy.yml")
    }
    #expect(error.map { "\($0)" } == spoilt.sentence)
  }

  @Test(arguments: ["", "# nothing\n", "~", "- 1\n- 2", "hello"])
  func `a text without a mapping is an error`(text: String) {
    #expect(throws: YAMLFileError.self) { try DeviceFile.parse(text, file: "toy.yml") }
  }
}
