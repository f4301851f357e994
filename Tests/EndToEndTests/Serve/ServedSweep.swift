import Foundation
import Testing

/// A sweep with a page, and the page's address.
struct ServedSweep {
  let running: RunningScrollsim
  let port: UInt16

  /// Starts a sweep and waits until it says where its page is.
  init(_ arguments: [String], in folder: URL, files: Int? = nil) throws {
    let running = try RunningScrollsim(arguments + ["--serve"], in: folder, files: files)
    let said = running.wait { running.complaint.contains("/\n") || !running.isRunning }
    try #require(said, "\(running.complaint)")
    let address = try #require(
      running.complaint.firstMatch(of: #/watch the report at http://127\.0\.0\.1:([0-9]+)/\n/#),
      "\(running.complaint)")
    self.running = running
    port = try #require(UInt16(address.1))
  }

  func answer(_ path: String, method: String = "GET", host: String? = "127.0.0.1") throws
    -> WebAnswer
  {
    try WebAnswer(port: port, path, method: method, host: host)
  }

  func progress() throws -> [String: Any] {
    try JSONText.object(Data(answer("/progress").body.utf8))
  }

  /// Asks until all is done, at most ten seconds.
  func progressAtEnd() throws -> [String: Any] {
    var last: [String: Any] = [:]
    let isComplete = running.wait {
      last = (try? progress()) ?? [:]
      return last["isComplete"] as? Bool == true
    }
    try #require(isComplete, "\(last)")
    return last
  }
}
