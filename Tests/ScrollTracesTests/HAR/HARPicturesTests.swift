import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct HARPicturesTests {
  typealias Request = HARText.Request

  private func pictures(
    _ requests: [Request], including extras: Set<HARExtra> = []
  ) throws -> PictureSet {
    try PictureSet(
      try HARFile.parse(Array(HARText.text(requests).utf8), file: "a.har"), including: extras)
  }

  @Test func `images follow the order of their first requests`() throws {
    let set = try pictures([
      Request(url: "https://a.example/late.png", at: 500, type: "image/png", size: 3000),
      Request(url: "https://a.example/early.webp", at: 20, type: "image/webp; q=1", size: 2000),
      Request(url: "https://a.example/early.webp", at: 700, type: "image/webp", size: 2000),
      Request(url: "https://a.example/page.html", at: 0, type: "text/html"),
      Request(url: "https://a.example/gone.jpg", at: 1, status: 404),
      Request(url: "https://a.example/icon.svg", at: 2, type: "image/svg+xml"),
      Request(url: "data:image/jpeg;base64,/9j/4AA", at: 3),
    ])
    #expect(set.images.map(\.format) == [.webp, .png])
    #expect(set.images.map(\.encoded.bytes) == [2000, 3000])
    #expect(set.images.allSatisfy { $0.origin == .network })
    #expect(
      set.notes == [
        "3 of 7 requests for images; 0 answered by a cache",
        "1 request repeats an earlier image and gets no item",
        "left out: 1 failed with 404, 1 in SVG (--include svg)",
      ])
  }

  @Test func `the import estimates missing pixels from the bytes`() throws {
    let photo = ImageCatalog.Entry(width: 1600, height: 1200)
    let set = try pictures([Request(size: photo.encoded.bytes)])
    #expect(set.images == [ImageCatalog.Entry(width: 1600, height: 1200, origin: .network)])
    #expect(set.estimates == ["the pixels of 1 picture, from bytes, as for a photo of 4 to 3"])
  }

  @Test func `the import reads pixels from a body`() throws {
    let body = ImageBytes.jpeg(640, 480, exif: ImageBytes.exif(6))
    let text = Data(body).base64EncodedString().replacing("/", with: "\\/")
    let set = try pictures([
      Request(type: "", content: ", \"text\": \"\(text)\", \"encoding\": \"base64\"")
    ])
    #expect(set.images.map(\.width) == [480])
    #expect(set.images.map(\.format) == [.jpeg])
    #expect(set.images.map(\.encoded.bytes) == [90_000])
    #expect(set.estimates.isEmpty)
    #expect(set.notes.contains("the pixels of 1 picture read from headers in the HAR file"))
  }

  @Test func `a body that is no image has no effect`() throws {
    let set = try pictures([Request(content: ", \"text\": \"AAAA\", \"encoding\": \"base64\"")])
    #expect(set.estimates.count == 1)
  }

  @Test func `a list with the same address supplies pixels`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/list.csv"
      try write(Array("url,width,height\nhttps://images.example/1.jpg,700,500\n".utf8), to: path)
      let file = try HARFile.parse(
        Array(HARText.text([Request(), Request(url: "https://images.example/2.jpg")]).utf8),
        file: "a.har")
      let set = try PictureSet(file, sizes: try PictureList.loadSizes(path))
      #expect(set.images[0].width == 700)
      #expect(set.notes.last == "the pixels of 1 picture taken from the list")
      #expect(set.estimates == ["the pixels of 1 picture, from bytes, as for a photo of 4 to 3"])
    }
  }

  /// Chromium, Safari, a server and the standard say it in four ways.
  @Test(arguments: [
    Request(entry: ", \"_fromCache\": \"memory\""),
    Request(entry: ", \"_fetchType\": \"Disk Cache\""), Request(status: 304),
    Request(response: ", \"_transferSize\": 0"),
  ])
  func `notes count the answers from caches`(cached: Request) throws {
    let set = try pictures([Request(at: 0), cached])
    #expect(set.notes.first == "2 of 2 requests for images; 1 answered by a cache")
  }

  @Test func `a cache entry from before the request counts as its answer`() throws {
    let text = HARText.text([Request()]).replacing(
      "\"cache\": {}", with: "\"cache\": {\"beforeRequest\": {\"hitCount\": 2}}")
    let set = try PictureSet(try HARFile.parse(Array(text.utf8), file: "a.har"))
    #expect(set.notes.first == "1 of 1 request for images; 1 answered by a cache")
  }

  @Test func `the import omits an image of unknown size`() throws {
    let set = try pictures([Request(), Request(url: "https://a.example/2.jpg", size: 0)])
    #expect(set.images.count == 1)
    #expect(set.notes.contains("1 image left out, because their bytes are unknown"))
    #expect(throws: PictureSet.NoPictures.self) { try pictures([Request(size: -1)]) }
  }

  @Test(arguments: [
    "2026-01-31t09:30:00z", "2026-01-31T09:30:00", "2026-01-31T10:30:00+01:00",
    "2026-01-31T08:00:00.000-0130", "2026-01-31T09:30:00.000000000000Z",
  ])
  func `a time may have any form of ISO 8601`(time: String) throws {
    let text = HARText.text([Request(url: "https://a.example/1.jpg", size: 1)])
      .replacing("2026-11-24T09:30:00.000Z", with: time)
    #expect(text.contains(time))
    #expect(try HARFile.parse(Array(text.utf8), file: "a.har").requests.count == 1)
  }

  @Test(arguments: [
    "2026-01-31T09:30:00.Z", "2026-13-31T09:30:00Z", "2026-01-31T09:30:00+1:00",
    "2026-01-31T09:30:00ZZ", "2026-01-31 09:30:00Z", "26-01-31T09:30:00Z",
    "2026-01-31T09:30:00.0000000000000Z", "２０２６-01-31T09:30:00Z",
  ])
  func `a time in another form is an error`(time: String) throws {
    let text = HARText.text([Request(url: "https://a.example/1.jpg", size: 1)])
      .replacing("2026-11-24T09:30:00.000Z", with: time)
    #expect(text.contains(time))
    #expect(throws: TraceError.self) { try HARFile.parse(Array(text.utf8), file: "a.har") }
  }

  @Test func `times in other zones are converted`() throws {
    let text = HARText.text([
      Request(url: "https://a.example/2.jpg", size: 2000),
      Request(url: "https://a.example/1.jpg", at: 1, size: 1000),
    ]).replacing("09:30:00.001Z", with: "10:29:59.999+01:00")
    let set = try PictureSet(try HARFile.parse(Array(text.utf8), file: "a.har"))
    #expect(set.images.map(\.encoded.bytes) == [1000, 2000])
  }

  // MARK: Files as tools write them

  /// The body of a JPEG file of these pixels as a field of the content.
  private func body(_ width: Int, _ height: Int) -> (text: String, bytes: Int) {
    let bytes = ImageBytes.jpeg(
      width, height, padding: ImageBytes.segment(0xe2, [UInt8](repeating: 0, count: 200)))
    return (
      ", \"text\": \"\(Data(bytes).base64EncodedString())\", \"encoding\": \"base64\"", bytes.count
    )
  }

  @Test(arguments: [0, -1])
  func `a body supplies a missing size`(size: Int) throws {
    let body = body(640, 480)
    let set = try pictures([Request(size: size, content: body.text)])
    #expect(set.images.map(\.encoded.bytes) == [body.bytes])
    #expect(set.images.map(\.width) == [640])
  }

  /// Chromium, WebPageTest by its two fields, as numbers and as texts.
  @Test(arguments: [
    (", \"headersSize\": 200, \"_transferSize\": 5200", "", 5000),
    ("", ", \"_objectSize\": 4900", 4900), ("", ", \"_objectSize\": \"4900\"", 4900),
    (", \"headersSize\": 300", ", \"_bytesIn\": 5300", 5000),
    (", \"headersSize\": -1, \"_transferSize\": 5200", ", \"_bytesIn\": 9", 5200),
    (", \"headersSize\": 200, \"_transferSize\": 5200", ", \"_objectSize\": 7", 5000),
  ])
  func `a field of the tool supplies a size that the standard fields lack`(
    response: String, entry: String, bytes: Int
  ) throws {
    let set = try pictures([Request(size: -1, response: response, entry: entry)])
    #expect(set.images.map(\.encoded.bytes) == [bytes])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect adds no image`(status: Int) throws {
    let set = try pictures([
      Request(url: "https://app.example/avatar", status: status, size: 442), Request(at: 50),
    ])
    #expect(set.images.count == 1)
    #expect(set.notes.contains("left out: 1 redirected"))
  }

  @Test(arguments: ["HEAD", "OPTIONS", "head"])
  func `a request without a body adds no image`(method: String) throws {
    let text = HARText.text([Request(), Request(url: "https://a.example/2.jpg")])
    let file = try HARFile.parse(
      Array(
        text.replacing("\"GET\", \"url\": \"https://a", with: "\"\(method)\", \"url\": \"https://a")
          .utf8),
      file: "a.har")
    let set = try PictureSet(file)
    #expect(set.images.count == 1)
    #expect(set.notes.contains("left out: 1 asked with \(method.uppercased())"))
  }

  @Test func `an answer without content adds no image`() throws {
    let set = try pictures([Request(), Request(url: "https://a.example/2.jpg", status: 204)])
    #expect(set.images.count == 1)
    #expect(set.notes.contains("left out: 1 without content"))
  }

  @Test func `a part of a file counts as the whole file`() throws {
    let range = ", \"headers\": [{\"name\": \"Content-Range\", \"value\": \"bytes 0-999/54321\"}]"
    let set = try pictures([Request(status: 206, size: 1000, response: range)])
    #expect(set.images.map(\.encoded.bytes) == [54_321])
  }

  @Test func `the import omits tracking images unless an option includes them`() throws {
    let requests = [
      Request(), Request(url: "https://t.example/p.gif", type: "image/gif", size: 43),
      Request(url: "https://t.example/q.gif", type: "image/gif", size: 99),
      Request(url: "https://t.example/r.gif", type: "image/gif", size: 100),
      Request(url: "https://t.example/s.jpg", content: body(1, 1).text),
    ]
    let set = try pictures(requests)
    #expect(set.images.map(\.encoded.bytes) == [90_000, 100])
    #expect(set.notes.contains("left out: 3 of 1 x 1 or under 100 bytes (--include beacons)"))
    #expect(try pictures(requests, including: [.beacons]).images.count == 5)
  }

  @Test func `the address decides about an answer from a cache`() throws {
    let set = try pictures([
      Request(), Request(url: "https://t.example/p.gif", type: "image/gif", size: 43),
      Request(url: "https://t.example/p.gif", status: 304, type: "image/gif", size: 0),
    ])
    #expect(set.notes.first == "1 of 3 requests for images; 0 answered by a cache")
  }

  @Test func `the import omits SVG images unless an option includes them`() throws {
    let requests = [Request(), Request(url: "https://a.example/i.svg", type: "image/svg+xml")]
    #expect(try pictures(requests).notes.contains("left out: 1 in SVG (--include svg)"))
    let set = try pictures(requests, including: [.svg])
    #expect(set.images.map(\.format) == [.jpeg, .png])
    #expect(set.estimates.contains("1 image in SVG, treated as png"))
  }

  @Test(arguments: ["IMAGE/JPEG", " image/jpeg", "image/jpg;charset=binary", "Image/PJPEG ; q=1"])
  func `a media type may have capitals and spaces`(type: String) throws {
    #expect(try pictures([Request(type: type)]).images.map(\.format) == [.jpeg])
  }

  /// A bucket that names no types; the recorder, the body or the address says that it is an image.
  @Test(arguments: [
    Request(
      url: "https://a.example/1", type: "binary/octet-stream",
      entry: ", \"_resourceType\": \"image\""),
    Request(
      url: "https://a.example/1", type: "application/octet-stream",
      entry: ", \"_resourceType\": \"Image\""),
    Request(url: "https://a.example/1.jpg?w=3", type: "binary/octet-stream"),
    Request(url: "https://a.example/1.jpeg", type: ""),
  ])
  func `other fields supply the format of an image without a type`(request: Request) throws {
    #expect(try pictures([request]).images.map(\.format) == [.jpeg])
  }

  @Test func `a missing format becomes an estimate`() throws {
    let set = try pictures([
      Request(
        url: "https://a.example/1", type: "binary/octet-stream",
        entry: ", \"_resourceType\": \"image\"")
    ])
    #expect(set.estimates.contains("the format of 1 picture without a stated format: jpeg"))
  }

  @Test func `a body identifies an image of any media type`() throws {
    let set = try pictures([
      Request(url: "https://a.example/1", type: "text/plain", content: body(30, 20).text)
    ])
    #expect(set.images.map(\.height) == [20])
  }

  @Test func `notes list images in unsupported formats`() throws {
    let set = try pictures([
      Request(), Request(url: "https://a.example/f.ico", type: "image/x-icon"),
      Request(url: "https://a.example/f.jxl", type: "image/jxl"),
    ])
    #expect(
      set.notes.contains(
        "left out: 1 in image/jxl, which scrollsim does not read, 1 in image/x-icon, which "
          + "scrollsim does not read"))
  }

  /// Firefox marks what came from its own cache by a body of no bytes in no time.
  @Test func `notes count answers from the cache of Firefox`() throws {
    var cached = Request(
      url: "https://a.example/2.jpg", timings: [:], response: ", \"bodySize\": 0")
    let set = try pictures([Request(), cached])
    #expect(set.notes.first == "2 of 2 requests for images; 1 answered by a cache")
    cached.timings = ["wait": 20, "receive": 30]
    #expect(
      try pictures([Request(), cached]).notes.first
        == "2 of 2 requests for images; 0 answered by a cache")
  }

  @Test(arguments: ["content", "timings", "cache", "headers", "response"])
  func `null counts as a missing field`(field: String) throws {
    let text = HARText.text([
      Request(url: "https://a.example/1.jpg"), Request(url: "https://a.example/2.jpg"),
    ]).replacing("\"\(field)\": ", with: "\"\(field)\": null, \"x\": ", maxReplacements: 1)
    let file = try HARFile.parse(Array(text.utf8), file: "a.har")
    #expect(file.problems.isEmpty)
    #expect(try PictureSet(file).images.count >= 1)
  }

  @Test(arguments: ["null", "7", "[]", "{}", "{\"startedDateTime\": \"today\"}"])
  func `a broken entry does not affect the others`(entry: String) throws {
    let text = HARText.text([Request(), Request(url: "https://a.example/2.jpg")])
      .replacing("\"entries\": [", with: "\"entries\": [\(entry),")
    let file = try HARFile.parse(Array(text.utf8), file: "a.har")
    #expect(file.problems.map(\.line) == [2])
    #expect(try PictureSet(file).images.count == 2)
    #expect(try PictureSet(file).problems.count == 1)
  }

  @Test func `the import reads the complete entries of a truncated file`() throws {
    let text = HARText.text([Request(), Request(url: "https://a.example/2.jpg")])
    let file = try HARFile.parse(Array(text.utf8.dropLast(60)), file: "a.har")
    #expect(file.requests.count == 1)
    #expect(file.problems.first?.description.contains("is cut off here") == true)
  }

  @Test(arguments: [
    ("", "a.har:1: the file is cut off here; expected an object: a HAR file"),
    ("[]", "a.har:1: the file has '[]' at byte 0; expected an object: a HAR file"),
    ("{}", "a.har: the file has no requests; expected a HAR file with log.entries"),
    (
      "{\"log\": {\"entries\": [",
      "a.har:1: the file is cut off here; expected an object: a request"
    ),
    (
      "{\"log\":\n {\"entries\": [{\"startedDateTime\": \"today\"}]}}",
      "a.har:2: the file has '\"today\"}]}}' at byte 42; expected a time like 2026-01-31T09:30:00.125Z"
    ),
    (
      "{\"a\": 1} x", "a.har:1: the file has 'x' at byte 9; expected nothing after the last bracket"
    ),
    ("{\"a\": \"b", "a.har:1: the file is cut off here; expected the end of a text"),
    (
      "{\"a\" 1}",
      "a.har:1: the file has '1}' at byte 5; expected a colon after the name of a field"
    ),
    ("{\"a\": }", "a.har:1: the file has '}' at byte 6; expected a value"),
    (
      "{\"a\": " + String(repeating: "[", count: 2000),
      "a.har:1: the file has '[[[[[[[[[[[[' at byte 1006; expected fewer than 1000 brackets within each other"
    ),
  ])
  func `every mistake has its error message`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) {
      try HARFile.parse(Array(text.utf8), file: "a.har")
    }
    #expect(error?.description == sentence)
  }
}
