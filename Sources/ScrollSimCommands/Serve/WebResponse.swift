/// The answer to a browser.
struct WebResponse: Sendable {
  enum Status: Int {
    case ok = 200
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case lengthRequired = 411
    case contentTooLarge = 413
    case misdirected = 421
    case tooManyRequests = 429
    case headTooLarge = 431
    case internalError = 500

    fileprivate var phrase: String {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .conflict: "Conflict"
      case .lengthRequired: "Length Required"
      case .contentTooLarge: "Content Too Large"
      case .tooManyRequests: "Too Many Requests"
      case .misdirected: "Misdirected Request"
      case .headTooLarge: "Request Header Fields Too Large"
      case .internalError: "Internal Server Error"
      }
    }
  }

  let status: Status
  private var headers: [(name: String, value: String)]
  private let body: [UInt8]
  /// A Boolean value that indicates whether only the head is sent, as for the method HEAD.
  private var isHeadOnly = false

  init(_ status: Status, _ type: String, _ text: String) {
    self.status = status
    body = Array(text.utf8)
    headers = [
      ("Content-Type", "\(type); charset=utf-8"),
      ("Content-Length", "\(body.count)"),
      ("Connection", "close"),
      ("Cache-Control", "no-store"),
      ("Content-Security-Policy", "frame-ancestors 'none'"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
    ]
  }

  /// Returns a response with a sentence instead of the requested resource.
  static func refusal(_ status: Status, _ sentence: String) -> WebResponse {
    WebResponse(status, "text/plain", sentence + "\n")
  }

  /// Returns this response with an additional header.
  func with(_ name: String, _ value: String) -> WebResponse {
    var other = self
    other.headers.append((name, value))
    return other
  }

  /// Returns this response with its body, or without it for the method HEAD.
  func whole(unless isHeadOnly: Bool) -> WebResponse {
    var other = self
    other.isHeadOnly = isHeadOnly
    return other
  }

  /// The bytes of the response.
  var bytes: [UInt8] {
    let lines =
      ["HTTP/1.1 \(status.rawValue) \(status.phrase)"]
      + headers.map { "\($0.name): \($0.value)" }
    let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return isHeadOnly ? head : head + body
  }
}
