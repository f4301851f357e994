import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct HARPicturesTests {
  typealias Request = HARText.Request

  private func pictures(_ requests: [Request]) throws -> PictureSet {
    try PictureSet(try HARFile.parse(Array(HARText.text(requests).utf8), file: "a.har"))
  }

  @Test func `images come in the order in which they were asked for first`() throws {
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
        "3 requests for images of 7, 0 answered by a cache",
        "1 request for an image that was asked for before: no further item",
      ])
  }

  @Test func `pixels are estimated from bytes where nothing says them`() throws {
    let photo = ImageCatalog.Entry(width: 1600, height: 1200)
    let set = try pictures([Request(size: photo.encoded.bytes)])
    #expect(set.images == [ImageCatalog.Entry(width: 1600, height: 1200, origin: .network)])
    #expect(set.estimates == ["the pixels of 1 picture, from bytes, as for a photo of 4 to 3"])
  }

  @Test func `pixels are read from a body`() throws {
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

  @Test func `a body that is no picture changes nothing`() throws {
    let set = try pictures([Request(content: ", \"text\": \"AAAA\", \"encoding\": \"base64\"")])
    #expect(set.estimates.count == 1)
  }

  @Test func `pixels are those of a list with the address`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/list.csv"
      try write(Array("url,width,height\nhttps://images.example/1.jpg,700,500\n".utf8), to: path)
      let requests = try HARFile.parse(
        Array(HARText.text([Request(), Request(url: "https://images.example/2.jpg")]).utf8),
        file: "a.har")
      let set = try PictureSet(requests, sizes: try PictureList.loadSizes(path))
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
  func `answers of caches are counted`(cached: Request) throws {
    let set = try pictures([Request(at: 0), cached])
    #expect(set.notes.first == "2 requests for images of 2, 1 answered by a cache")
  }

  @Test func `an entry of a cache before the request is its answer`() throws {
    let text = HARText.text([Request()]).replacing(
      "\"cache\": {}", with: "\"cache\": {\"beforeRequest\": {\"hitCount\": 2}}")
    let set = try PictureSet(try HARFile.parse(Array(text.utf8), file: "a.har"))
    #expect(set.notes.first == "1 request for images of 1, 1 answered by a cache")
  }

  @Test func `an image whose bytes are not known is left out`() throws {
    let set = try pictures([Request(), Request(url: "https://a.example/2.jpg", size: 0)])
    #expect(set.images.count == 1)
    #expect(set.notes.contains("1 image left out, since their bytes are not known"))
    #expect(throws: PictureSet.NoPictures.self) { try pictures([Request(size: -1)]) }
  }

  @Test(arguments: [
    "2026-01-31t09:30:00z", "2026-01-31T09:30:00", "2026-01-31T10:30:00+01:00",
    "2026-01-31T08:00:00.000-0130", "2026-01-31T09:30:00.000000000000Z",
  ])
  func `a time has one of the forms of ISO 8601`(time: String) throws {
    let text = HARText.text([Request(url: "https://a.example/1.jpg", size: 1)])
      .replacing("2026-11-24T09:30:00.000Z", with: time)
    #expect(text.contains(time))
    #expect(try HARFile.parse(Array(text.utf8), file: "a.har").count == 1)
  }

  @Test(arguments: [
    "2026-01-31T09:30:00.Z", "2026-13-31T09:30:00Z", "2026-01-31T09:30:00+1:00",
    "2026-01-31T09:30:00ZZ", "2026-01-31 09:30:00Z", "26-01-31T09:30:00Z",
    "2026-01-31T09:30:00.0000000000000Z", "２０２６-01-31T09:30:00Z",
  ])
  func `a time in another form is refused`(time: String) throws {
    let text = HARText.text([Request(url: "https://a.example/1.jpg", size: 1)])
      .replacing("2026-11-24T09:30:00.000Z", with: time)
    #expect(text.contains(time))
    #expect(throws: TraceError.self) { try HARFile.parse(Array(text.utf8), file: "a.har") }
  }

  @Test func `times in other zones count`() throws {
    let text = HARText.text([
      Request(url: "https://a.example/2.jpg", size: 2),
      Request(url: "https://a.example/1.jpg", at: 1, size: 1),
    ]).replacing("09:30:00.001Z", with: "10:29:59.999+01:00")
    let set = try PictureSet(try HARFile.parse(Array(text.utf8), file: "a.har"))
    #expect(set.images.map(\.encoded.bytes) == [1, 2])
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
  func `every mistake has its sentence`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) {
      try HARFile.parse(Array(text.utf8), file: "a.har")
    }
    #expect(error?.description == sentence)
  }
}
