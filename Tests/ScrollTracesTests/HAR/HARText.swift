/// The text of a HAR file, as far as tests need one.
struct HARText {
  /// A request for an image.
  struct Request {
    var url = "https://images.example/1.jpg"
    /// Milliseconds after half past nine.
    var at = 0
    var status = 200
    var type = "image/jpeg"
    var size = 90_000
    /// The fields of `timings`, in order.
    var timings = [
      "blocked": 1.0, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 60, "receive": 40,
    ]
    /// Further fields of the content, the answer and the request, each with a comma before it.
    var content = "", response = "", entry = ""

    var text: String {
      let digits = String(at % 1000)
      let fraction = String(repeating: "0", count: 3 - digits.count) + digits
      let (minutes, seconds) = (30 + at / 60_000, at / 1000 % 60)
      let time = "2026-11-24T09:\(minutes):\(seconds < 10 ? "0" : "")\(seconds).\(fraction)Z"
      let timings = timings.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      return """
        {"startedDateTime": "\(time)",
         "request": {"method": "GET", "url": "\(url)", "headers": [{"name": "a", "value": "}]\\""}]},
         "response": {"status": \(status), "bodySize": -1,
           "content": {"size": \(size), "mimeType": "\(type)"\(content)}\(response)},
         "cache": {}, "timings": {\(timings.joined(separator: ", "))}\(entry)}
        """
    }
  }

  static func text(_ requests: [Request]) -> String {
    """
    {"log": {"version": "1.2", "creator": {"name": "a test", "version": "1"}, "pages": [],
      "entries": [\(requests.map(\.text).joined(separator: ",\n"))]}}

    """
  }
}
