import ScrollDevice

/// A request of a HAR file, as far as it matters to images and networks.
package struct HARRequest: Sendable {
  /// Milliseconds from 1970 on.
  private(set) var start = 0.0
  /// Of its address, and of the host in it.
  private(set) var address: PictureDigest?
  private(set) var host: PictureDigest?
  private(set) var timings = Timings()
  private(set) var status = 0
  /// What the answer says that it is.
  private(set) var format: ImageFormat?
  /// Bytes of the file; nil where that is not known.
  private(set) var bytes: Int?
  /// Bytes that came over the network; nil where that is not known.
  private(set) var transferred: Int?
  /// Whether a cache answered.
  private(set) var isCached = false
  /// Whether one request after the other goes over a connection, as with HTTP/1.
  private(set) var isOneByOne = false
  /// Of its body, where the file has it.
  private(set) var header: ImageHeader?

  /// Milliseconds; nil for what did not happen.
  struct Timings: Sendable {
    var blocked, dns, connect, ssl, send, wait, receive: Double?
    /// All together, as the recorder says.
    var all: Double?

    /// The encryption is a part of the connection's opening by the standard; where it is longer, a
    /// recorder has counted it beside it.
    var isEncryptionApart: Bool { (ssl ?? 0) > (connect ?? 0) }

    /// How long a connection took to open, without its encryption; nil where none was opened.
    var opening: Double? {
      guard let connect, connect > 0 else { return nil }
      return isEncryptionApart ? connect : connect - (ssl ?? 0)
    }

    var sum: Double {
      [blocked, dns, connect, isEncryptionApart ? ssl : nil, send, wait, receive]
        .reduce(0) { $0 + ($1 ?? 0) }
    }
  }

  /// When the last byte of its answer came.
  var end: Double { start + (timings.all ?? timings.sum) }
  /// When the first byte came, and when the request was sent.
  var answered: Double { end - (timings.receive ?? 0) }
  var sent: Double { answered - (timings.wait ?? 0) }

  init(_ reader: inout JSONReader) throws(TraceError) {
    var request = Self(start: 0)
    var answer = Answer()
    try reader.readObject("a request") { (name, reader) throws(TraceError) in
      switch name {
      case "startedDateTime":
        let place = reader
        let text = try reader.string("a time like 2026-01-31T09:30:00.125Z")
        guard let time = ISOTime(text) else {
          throw place.wrong("a time like 2026-01-31T09:30:00.125Z")
        }
        request.start = time.milliseconds
      case "time":
        request.timings.all = try reader.number().flatMap { 0..<86_400_000 ~= $0 ? $0 : nil }
      case "request": try request.readRequest(&reader)
      case "response": try answer.read(&reader)
      case "timings": try request.timings.read(&reader)
      case "cache":
        try reader.readObject("cache") { (name, reader) throws(TraceError) in
          let isFilled = try reader.isFilled()
          if name == "beforeRequest", isFilled { answer.isCached = true }
        }
      case "_fromCache", "_fetchType":
        let kind = try reader.optionalText()?.text.lowercased() ?? ""
        if ["memory", "disk", "memory cache", "disk cache"].contains(kind) {
          answer.isCached = true
        }
      default: try reader.skip()
      }
    }
    self = request
    status = answer.status
    isCached = answer.isCached || answer.status == 304 || answer.transferred == 0
    isOneByOne = answer.isOneByOne
    header = answer.header
    format = answer.header?.format ?? answer.format
    bytes = [answer.size, answer.body].compactMap { $0 }.first { $0 > 0 }
    transferred =
      isCached
      ? nil : [answer.transferred, answer.body, answer.size].compactMap { $0 }.first { $0 > 0 }
  }

  private init(start: Double) { self.start = start }

  private mutating func readRequest(_ reader: inout JSONReader) throws(TraceError) {
    var address: ArraySlice<UInt8>?
    try reader.readObject("request") { (name, reader) throws(TraceError) in
      if name == "url" { address = try reader.optionalText() } else { try reader.skip() }
    }
    // What stands in the address itself was not asked for.
    guard let address, !address.starts(with: Array("data:".utf8)) else { return }
    self.address = PictureDigest(address)
    var rest = address
    // `scheme://host/path`.
    _ = rest.popField(before: UInt8(ascii: "/"))
    _ = rest.popField(before: UInt8(ascii: "/"))
    host = PictureDigest(rest.popField(before: UInt8(ascii: "/")))
  }
}

/// The answer to a request while it is read.
private struct Answer {
  var status = 0
  /// Bytes of the content, of the body as it was sent, and of everything that was sent.
  var size, body, transferred: Int?
  var format: ImageFormat?
  var isCached = false, isOneByOne = false
  var header: ImageHeader?

  mutating func read(_ reader: inout JSONReader) throws(TraceError) {
    var answer = self
    try reader.readObject("response") { (name, reader) throws(TraceError) in
      switch name {
      case "status": answer.status = try reader.count() ?? 0
      case "httpVersion":
        answer.isOneByOne =
          try reader.optionalText()?.text.lowercased().hasPrefix("http/1") ?? false
      case "bodySize": answer.body = try reader.count()
      case "_transferSize": answer.transferred = try reader.count()
      case "content": try answer.readContent(&reader)
      default: try reader.skip()
      }
    }
    self = answer
  }

  private mutating func readContent(_ reader: inout JSONReader) throws(TraceError) {
    var (size, type) = (Int?.none, ArraySlice<UInt8>?.none)
    var (text, encoding) = (ArraySlice<UInt8>?.none, ArraySlice<UInt8>?.none)
    try reader.readObject("content") { (name, reader) throws(TraceError) in
      switch name {
      case "size": size = try reader.count()
      case "mimeType": type = try reader.optionalText()
      case "text": text = try reader.optionalText()
      case "encoding": encoding = try reader.optionalText()
      default: try reader.skip()
      }
    }
    self.size = size
    if let type, type.starts(with: Array("image/".utf8)) { format = ImageFormat(word: type.text) }
    // A body whose header is wrong says nothing; its size is estimated like that of others.
    guard let text, encoding?.elementsEqual("base64".utf8) == true,
      let body = Base64.decoded(text)
    else { return }
    header = (try? ImageHeader(of: body)) ?? nil
  }
}

extension HARRequest.Timings {
  fileprivate mutating func read(_ reader: inout JSONReader) throws(TraceError) {
    var timings = self
    try reader.readObject("timings") { (name, reader) throws(TraceError) in
      // -1 says that it did not happen; a day is more than any of them takes.
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
  /// Reads a number of something; nil for -1 and whatever else is none.
  fileprivate mutating func count() throws(TraceError) -> Int? {
    try number().flatMap { 0...Double(TraceLimits.encodedBytes) ~= $0 ? Int($0) : nil }
  }
}

/// A moment in the form of ISO 8601 that HAR files have: `2026-01-31T09:30:00.125+01:00`.
struct ISOTime {
  /// From 1970 on; leap seconds are not counted.
  let milliseconds: Double

  /// Nil for any other text.
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

  /// Takes one of some characters; nil if none of them follows.
  private static func mark(_ marks: String, _ text: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = text.first, marks.utf8.contains(first) else { return nil }
    text.removeFirst()
    return first
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar, whose years begin in March here.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

/// Bytes as text in 64 characters (RFC 4648, section 4).
enum Base64 {
  /// The bytes of a text, with or without its padding; nil where another character is in it.
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
