import ScrollDevice

/// A request of a HAR file, with the facts that are relevant to images and networks.
package struct HARRequest: Sendable {
  /// The start in milliseconds since 1970.
  private(set) var start = 0.0
  /// The digests of its address, and of the host in it.
  private(set) var address: PictureDigest?
  private(set) var host: PictureDigest?
  private(set) var timings = Timings()
  private(set) var status = 0
  /// The format that the response states.
  private(set) var format: ImageFormat?
  /// The bytes of the file; `nil` if unknown.
  private(set) var bytes: Int?
  /// The bytes over the network; `nil` if unknown.
  private(set) var transferred: Int?
  /// A Boolean value that indicates whether a cache answered.
  private(set) var isCached = false
  /// The way in which the connection carries requests.
  private(set) var version = HTTPVersion.unknown
  /// The header of the image in the response's body, if the file has it.
  private(set) var header: ImageHeader?
  /// The use of the response.
  private(set) var kind = Kind.other

  /// The use of a response.
  enum Kind: Hashable, Sendable {
    /// An image that cells show.
    case picture
    /// An image that only counts a visit: 1 x 1, or under 100 bytes.
    case beacon
    /// An image in SVG.
    case vector
    /// A redirect to the image's new address.
    case redirect
    /// A request about an image without its data (HEAD, OPTIONS).
    case question(String)
    /// A response without content (204, 205).
    case empty
    /// An image that did not arrive, with the status.
    case failure(Int)
    /// An image in an unsupported format, with its media type.
    case unread(String)
    /// A response that is not an image.
    case other
  }

  /// The way in which a connection carries requests.
  enum HTTPVersion: Sendable {
    /// HTTP/1: one request after the other.
    case oneByOne
    /// HTTP/2 and HTTP/3: many requests at once, as streams.
    case streams
    case unknown

    init(_ text: String) {
      let text = text.lowercased()
      if text.hasPrefix("http/1") {
        self = .oneByOne
      } else if ["h2", "h3", "http/2", "http/3", "quic"].contains(where: text.hasPrefix) {
        self = .streams
      } else {
        self = .unknown
      }
    }
  }

  /// The parts of the request's time in milliseconds; `nil` for those that did not happen.
  struct Timings: Sendable {
    var blocked, dns, connect, ssl, send, wait, receive: Double?
    /// The whole time, as stated by the recorder.
    var all: Double?

    /// A Boolean value that indicates whether the recorder counts the encryption apart from the
    /// connection.
    ///
    /// By the standard, the encryption is a part of the connection's opening. If it is longer, a
    /// recorder has counted it separately.
    var isEncryptionApart: Bool { (ssl ?? 0) > (connect ?? 0) }

    /// The time to open a connection, without its encryption; `nil` if none was opened.
    var opening: Double? {
      guard let connect, connect > 0 else { return nil }
      return isEncryptionApart ? connect : connect - (ssl ?? 0)
    }

    var sum: Double {
      [blocked, dns, connect, isEncryptionApart ? ssl : nil, send, wait, receive]
        .reduce(0) { $0 + ($1 ?? 0) }
    }
  }

  /// The time of the last byte of the response.
  var end: Double { start + (timings.all ?? timings.sum) }
  /// The time of the first byte, and the time at which the request was sent.
  var answered: Double { end - (timings.receive ?? 0) }
  var sent: Double { answered - (timings.wait ?? 0) }

  init(_ reader: inout JSONReader) throws(TraceError) {
    var request = Self(start: 0)
    var (asked, answer, start) = (Question(), Answer(), ISOTime?.none)
    let place = reader
    let form = "a time like 2026-01-31T09:30:00.125Z"
    try reader.readObject("a request") { (name, reader) throws(TraceError) in
      switch name {
      case "startedDateTime":
        let place = reader
        start = ISOTime(try reader.string(form))
        guard start != nil else { throw place.wrong(form) }
      case "time":
        request.timings.all = try reader.number().flatMap { 0..<86_400_000 ~= $0 ? $0 : nil }
      case "request": try asked.read(&reader)
      case "response": try answer.read(&reader)
      case "timings": try request.timings.read(&reader)
      case "cache":
        try reader.readOptionalObject("cache") { (name, reader) throws(TraceError) in
          let isFilled = try reader.isFilled()
          if name == "beforeRequest", isFilled { answer.isCached = true }
        }
      case "_resourceType", "_type":
        asked.isImage = try reader.optionalText()?.text.lowercased() == "image"
      default: try answer.readFurther(name, &reader)
      }
    }
    guard let start else { throw place.wrong("an entry with startedDateTime, \(form)") }
    self = request
    self.start = start.milliseconds
    (address, host) = (asked.address, asked.host)
    learn(asked, answer)
  }

  private mutating func learn(_ asked: Question, _ answer: Answer) {
    status = answer.status
    version = answer.version
    header = answer.header
    let came = (timings.wait ?? 0) + (timings.receive ?? 0)
    // Firefox's own cache: an empty body in no time, although the content is not empty.
    let isUnsent = answer.body == 0 && (answer.size ?? 0) > 0 && came == 0
    isCached =
      answer.isCached || status == 304 || answer.transferred == 0
      || isUnsent && (answer.transferred ?? 0) == 0
    let parts = answer.sizes
    bytes =
      status == 206 ? answer.whole ?? parts.first { $0 > 0 } : parts.first { $0 > 0 }
    transferred =
      isCached
      ? nil
      : [answer.transferred, answer.body, answer.bytesIn, answer.size, answer.length]
        .compactMap { $0 }.first { $0 > 0 }
    let word = answer.type ?? ""
    let isUnnamed =
      word.isEmpty || word.hasSuffix("octet-stream") || word == "application/binary"
      || word == "x-unknown"
    let isImage =
      word.hasPrefix("image/") || header != nil
      || isUnnamed && (asked.isImage || asked.format != nil)
    format =
      header?.format
      ?? (isImage
        ? ImageFormat(word: word.hasPrefix("image/") ? word : "")
          ?? (isUnnamed ? asked.format : nil)
        : nil)
    guard isImage || asked.isImage else { return }
    kind = kind(asked, word, isUnnamed)
  }

  private func kind(_ asked: Question, _ type: String, _ isUnnamed: Bool) -> Kind {
    switch status {
    case 204, 205: return .empty
    case 300...303, 305...399: return .redirect
    case 200..<300, 304: break
    case 0 where isCached: break
    default: return .failure(status)
    }
    if ["HEAD", "OPTIONS"].contains(asked.method) { return .question(asked.method) }
    if type.hasPrefix("image/svg") { return .vector }
    if format != nil || isUnnamed { return address == nil ? .other : .picture }
    return type.hasPrefix("image/") ? .unread(type) : .other
  }

  /// Marks the request as one for an image that only counts a visit.
  mutating func markAsBeacon() { kind = .beacon }

  private init(start: Double) { self.start = start }
}

/// The request part of an entry while it is read.
private struct Question {
  var method = "GET"
  /// A Boolean value that indicates whether the recorder marks the request as one for an image.
  var isImage = false
  var address: PictureDigest?
  var host: PictureDigest?
  /// The format by the file name extension in the address.
  var format: ImageFormat?

  mutating func read(_ reader: inout JSONReader) throws(TraceError) {
    var (question, url) = (self, ArraySlice<UInt8>?.none)
    try reader.readOptionalObject("request") { (name, reader) throws(TraceError) in
      switch name {
      case "url": url = try reader.optionalText()
      case "method": question.method = try reader.optionalText()?.text.uppercased() ?? "GET"
      default: try reader.skip()
      }
    }
    self = question
    // Data in the address itself was not requested.
    guard let url, !url.starts(with: Array("data:".utf8)) else { return }
    address = PictureDigest(url)
    var rest = url
    // `scheme://host/path`.
    _ = rest.popField(before: UInt8(ascii: "/"))
    _ = rest.popField(before: UInt8(ascii: "/"))
    host = PictureDigest(rest.popField(before: UInt8(ascii: "/")))
    let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    if let dot = path.lastIndex(of: UInt8(ascii: ".")), path.endIndex - dot <= 6 {
      format = ImageFormat(word: path[(dot + 1)...].text)
    }
  }
}

/// The response part of an entry while it is read.
private struct Answer {
  var status = 0
  /// The bytes of the content, of the body as sent, and of the whole response as sent.
  var size, body, transferred: Int?
  /// The bytes of the content and of the whole response as sent, as stated by WebPageTest.
  var object, bytesIn: Int?
  /// The bytes of the headers before the body.
  var headers: Int?
  /// The bytes of the body in the file.
  var length: Int?
  /// The bytes of the whole file, if only a part of the file was sent (`Content-Range`).
  var whole: Int?
  /// The media type in small letters, without parameters.
  var type: String?
  var isCached = false
  var version = HARRequest.HTTPVersion.unknown
  var header: ImageHeader?

  /// The sizes of the file by the response, the most reliable first.
  var sizes: [Int] {
    let sent = [transferred, bytesIn].map { $0.map { $0 - (headers ?? 0) } }
    return [size, body, length, sent[0], object, sent[1]].compactMap { $0 }
  }

  mutating func read(_ reader: inout JSONReader) throws(TraceError) {
    var answer = self
    try reader.readOptionalObject("response") { (name, reader) throws(TraceError) in
      switch name {
      case "status": answer.status = try reader.count() ?? 0
      case "httpVersion":
        answer.version = HARRequest.HTTPVersion(try reader.optionalText()?.text ?? "")
      case "bodySize": answer.body = try reader.count()
      case "headersSize": answer.headers = try reader.count()
      case "headers": try answer.readHeaders(&reader)
      case "content": try answer.readContent(&reader)
      default: try answer.readFurther(name, &reader)
      }
    }
    self = answer
  }

  /// Reads a field that a tool adds to the standard's, in the response or in its entry.
  mutating func readFurther(_ name: String, _ reader: inout JSONReader) throws(TraceError) {
    switch name {
    case "_transferSize": transferred = try reader.count() ?? transferred
    case "_objectSize": object = try reader.count() ?? object
    case "_bytesIn": bytesIn = try reader.count() ?? bytesIn
    case "_fromCache", "_fetchType":
      let kind = try reader.optionalText()?.text.lowercased() ?? ""
      if ["memory", "disk", "prefetch", "memory cache", "disk cache"].contains(kind) {
        isCached = true
      }
    case "fromDiskCache", "_fromDiskCache", "fromPrefetchCache", "_servedFromCache":
      if reader.next == UInt8(ascii: "t") { isCached = true }
      try reader.skip()
    default: try reader.skip()
    }
  }

  /// Reads the size of the whole file from `Content-Range: bytes 0-99/5000`.
  private mutating func readHeaders(_ reader: inout JSONReader) throws(TraceError) {
    guard reader.next == UInt8(ascii: "[") else { return try reader.skip() }
    var whole: Int?
    try reader.readArray("headers") { (reader) throws(TraceError) in
      var (header, value) = ("", "")
      try reader.readOptionalObject("a header") { (name, reader) throws(TraceError) in
        let text = try reader.optionalText()?.text ?? ""
        switch name {
        case "name": header = text.lowercased()
        case "value": value = text
        default: break
        }
      }
      if header == "content-range", let slash = value.lastIndex(of: "/") {
        whole = Int(value[value.index(after: slash)...]).flatMap {
          1...TraceLimits.encodedBytes ~= $0 ? $0 : nil
        }
      }
    }
    self.whole = whole
  }

  private mutating func readContent(_ reader: inout JSONReader) throws(TraceError) {
    var (size, type) = (Int?.none, ArraySlice<UInt8>?.none)
    var (text, encoding) = (ArraySlice<UInt8>?.none, ArraySlice<UInt8>?.none)
    try reader.readOptionalObject("content") { (name, reader) throws(TraceError) in
      switch name {
      case "size": size = try reader.count()
      case "mimeType": type = try reader.optionalText()
      case "text": text = try reader.optionalText()
      case "encoding": encoding = try reader.optionalText()
      default: try reader.skip()
      }
    }
    self.size = size
    self.type = type.map { type in
      let word = type.text.lowercased().prefix { $0 != ";" && $0 != "," }
      return String(word.filter { $0 != " " && $0 != "\t" })
    }
    // A body with an invalid header is ignored; its size is estimated like that of others.
    guard let text, encoding?.text.lowercased() == "base64",
      let body = Base64.decoded(text)
    else { return }
    length = body.count
    header = (try? ImageHeader(of: body)) ?? nil
  }
}

extension HARRequest.Timings {
  fileprivate mutating func read(_ reader: inout JSONReader) throws(TraceError) {
    var timings = self
    try reader.readOptionalObject("timings") { (name, reader) throws(TraceError) in
      // -1 means that it did not happen; a day is an upper bound for all of them.
      let time = try reader.number().flatMap { 0...86_400_000 ~= $0 ? $0 : nil }
      switch name {
      case "blocked": timings.blocked = time
      case "dns": timings.dns = time
      case "connect": timings.connect = time
      case "ssl": timings.ssl = time
      case "send": timings.send = time
      case "wait": timings.wait = time
      case "receive": timings.receive = time
      default: break
      }
    }
    self = timings
  }
}

extension JSONReader {
  /// Reads a count, also in quotation marks; `nil` for -1 and for any other value.
  fileprivate mutating func count() throws(TraceError) -> Int? {
    let number =
      next == UInt8(ascii: "\"")
      ? try optionalText().flatMap { Double($0.text) } : try self.number()
    return number.flatMap { 0...Double(TraceLimits.encodedBytes) ~= $0 ? Int($0) : nil }
  }

  /// Reads an object as `readObject` does; skips anything else, such as `null`.
  fileprivate mutating func readOptionalObject(
    _ what: String, _ body: (String, inout JSONReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    guard next == UInt8(ascii: "{") else { return try skip() }
    try readObject(what, body)
  }
}

/// A moment in the form of ISO 8601 in HAR files: `2026-01-31T09:30:00.125+01:00`.
struct ISOTime {
  /// The milliseconds since the start of 1970; leap seconds are not counted.
  let milliseconds: Double

  /// Creates a moment from a text; `nil` for any other text.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let year = Self.number(&rest, 4), Self.mark("-", &rest) != nil,
      let month = Self.number(&rest, 2), 1...12 ~= month, Self.mark("-", &rest) != nil,
      let day = Self.number(&rest, 2), 1...31 ~= day, Self.mark("Tt", &rest) != nil,
      let hour = Self.number(&rest, 2), Self.mark(":", &rest) != nil,
      let minute = Self.number(&rest, 2), Self.mark(":", &rest) != nil,
      let second = Self.number(&rest, 2)
    else { return nil }
    var fraction = 0.0
    if Self.mark(".", &rest) != nil {
      let digits = rest.prefix { 48...57 ~= $0 }
      guard 1...12 ~= digits.count, let value = Double("0.\(digits.text)") else { return nil }
      fraction = value
      rest = rest.dropFirst(digits.count)
    }
    var away = 0
    if Self.mark("Zz", &rest) == nil, let sign = Self.mark("+-", &rest) {
      guard let hours = Self.number(&rest, 2) else { return nil }
      _ = Self.mark(":", &rest)
      guard let minutes = Self.number(&rest, 2) else { return nil }
      away = 60 * (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
    guard rest.isEmpty else { return nil }
    let seconds = ((Self.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    milliseconds = Double(seconds - away) * 1000 + fraction * 1000
  }

  /// Takes a number of *n* digits; `nil` if there is none.
  private static func number(_ text: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
    let digits = text.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    text = text.dropFirst(count)
    return digits.reduce(0) { 10 * $0 + Int($1 - 48) }
  }

  /// Takes one of some characters; `nil` if none of them follows.
  private static func mark(_ marks: String, _ text: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = text.first, marks.utf8.contains(first) else { return nil }
    text.removeFirst()
    return first
  }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// The computation begins years in March, so that a leap day is the last day of its year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

/// Bytes as text in 64 characters (RFC 4648, section 4).
enum Base64 {
  /// Returns the bytes of a text, with or without its padding; `nil` if it has another character.
  static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var (bits, count) = (UInt32(0), 0)
    for character in text {
      guard let digit = digit(character) else {
        guard character == UInt8(ascii: "=") else { return nil }
        break
      }
      (bits, count) = (bits << 6 | digit, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
