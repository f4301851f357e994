import Foundation
import ScrollCore
import ScrollDevice

/// The list of pictures that a trace was made of; its ids are the names of files.
struct PictureList {
  private(set) var files: [PictureFile] = []
  private let path: String

  init(_ path: String, in folder: String) throws {
    self.path = path
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw LabError.list(path, "cannot be read")
    }
    let rows = text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    guard let names = rows.first else { throw LabError.list(path, "is empty") }
    func column(_ name: String, _ row: [String]) throws -> String {
      guard let place = names.firstIndex(of: name), place < row.count else {
        throw LabError.list(path, "has a row without '\(name)'")
      }
      return row[place]
    }
    var known: Set<String> = []
    for row in rows.dropFirst() {
      let name = try column("id", row)
      guard known.insert(name).inserted else { continue }
      guard let width = Int(try column("width", row)), let height = Int(try column("height", row)),
        let bytes = Int(try column("bytes", row)),
        let format = ImageFormat(rawValue: try column("format", row))
      else { throw LabError.list(path, "has no numbers for '\(name)'") }
      files.append(
        PictureFile(
          path: "\(folder)/\(name)", format: format, width: width, height: height, bytes: bytes))
    }
  }

  /// The file of each of a scene's pictures, which are in the same order; behind the last file others
  /// like them, as an import makes them.
  func files(for scene: Scene) throws -> [PictureFile] {
    let repeated = scene.pictures.indices.map { files[$0 % files.count] }
    let isSame =
      zip(repeated, scene.pictures).allSatisfy {
        $0.width == $1.width && $0.height == $1.height && $0.bytes == $1.encoded.bytes
          && $0.format == $1.format
      }
    guard isSame else { throw LabError.list(path, "is not the one that the trace was made of") }
    return repeated
  }
}
