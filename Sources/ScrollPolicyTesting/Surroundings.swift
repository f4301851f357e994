import Foundation

/// Where a test runs.
enum Surroundings {
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// The folder of kept cases beside a source file; nil where that file is not at hand.
  static func corpus(beside file: String) -> String? {
    let folder = (file as NSString).deletingLastPathComponent
    return FileManager.default.isWritableFile(atPath: folder) ? "\(folder)/.scroll-laws" : nil
  }
}
