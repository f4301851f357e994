import Foundation

/// A folder of failing cases: kept when found, tried first the next time.
///
/// Each is a text file, `POLICY.LAW.N.case`: comments that begin with #, the law, the picture.
/// While an examination runs, the case being tried stands in `POLICY.running`: if the
/// policy traps, the next examination finds it there and tries it first.
struct Corpus {
  struct File {
    let path: String
    var name: String { (path as NSString).lastPathComponent }

    /// The law and the script.
    func read() throws -> (law: String, script: Script) {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let law = lines.first { $0.hasPrefix("law ") }?.dropFirst(4)
      let picture = lines.map { $0.hasPrefix("law ") ? "#" : $0 }.joined(separator: "\n")
      return (law.map(String.init) ?? "", try Script(picture))
    }
  }

  let folder: String
  let policy: String

  var cases: [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("\(policy).") && $0.hasSuffix(".case") }.sorted()
      .map { File(path: "\(folder)/\($0)") }
  }

  func begin(_ script: Script) {}
  func finish() {}

  /// Writes a failure down; the files that were written.
  func keep(_ failure: LawFailure) -> [String] { [] }
}
