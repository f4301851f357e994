import Foundation
import ScrollSweeps
import ScrollTraces

/// The rule for output files that all commands share.
///
/// A command never writes to a file that it reads, and never writes one file twice. Two paths are
/// compared by the files to which they lead through links, in any spelling, even if no file exists
/// yet. Devices and pipes may be named any number of times.
package enum OutputCheck {
  /// An output file or folder that an option names.
  package struct Output {
    fileprivate enum Kind { case file, store, shard, folder }

    fileprivate let option: String
    fileprivate let path: String?
    fileprivate let kind: Kind
    fileprivate var ending: String? = nil

    /// Creates an output file.
    /// - Parameters:
    ///   - option: The option that names the file, for error messages.
    ///   - path: The path; `nil` for none.
    ///   - ending: The ending of names of files in the format that is written, such as `html`;
    ///     `nil` for any.
    /// - Returns: the output.
    package static func file(_ option: String, _ path: String?, _ ending: String? = nil) -> Output {
      Output(option: option, path: path, kind: .file, ending: ending)
    }

    /// Returns the output of a store, including the files that SQLite keeps beside it.
    package static func store(_ option: String, _ path: String?) -> Output {
      Output(option: option, path: path, kind: .store)
    }

    /// Returns the output of a shard's store, including the files that exist beside it while it is
    /// made.
    static func shard(_ option: String, _ path: String) -> Output {
      Output(option: option, path: path, kind: .shard)
    }

    /// Returns the output of a folder whose whole content is replaced.
    static func folder(_ option: String, _ path: String?) -> Output {
      Output(option: option, path: path, kind: .folder)
    }

    /// Throws an error for a name with the ending of another format.
    ///
    /// A name may have no ending, a shorter one, such as `htm`, or a longer one, such as `tsx`.
    fileprivate func requireEnding(of path: String) throws(CommandError) {
      let name = path.split(separator: "/").last ?? ""
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard let ending, let found = parts.dropFirst().last?.lowercased(),
        !found.hasPrefix(ending), !ending.hasPrefix(found)
      else { return }
      throw .usage(
        "\(option) '\(path)' is written as .\(ending); expected a name that ends in .\(ending)")
    }

    /// Returns the files that are created or replaced.
    fileprivate func places(of path: String) -> [FilePlace] {
      let place = FilePlace(path)
      switch kind {
      case .file, .folder: return [place]
      case .store: return [place] + ResultStore.files(place.path).dropFirst().map { FilePlace($0) }
      case .shard:
        let partial = ResultStore.files(place.path + ".partial")
        return [place] + ([place.path + ".lock"] + partial).map { FilePlace($0) }
      }
    }
  }

  /// Throws an error for outputs that would destroy an input or another output, before anything is
  /// written.
  /// - Parameters:
  ///   - outputs: All outputs of the command.
  ///   - inputs: The paths of all inputs of the command, existing or not. A folder represents the
  ///     sessions in it, and `-` represents standard input.
  ///   - pictures: A folder whose pictures the command reads.
  /// - Throws: `CommandError` with status 64 if an output is an input, another output, standard
  ///   output or `-`, or if its name has the ending of another format.
  package static func require(
    _ outputs: [Output], reading inputs: [String?], pictures: String? = nil
  ) throws(CommandError) {
    let read = inputs.compactMap { path in path.map { (path: $0, place: FilePlace(input: $0)) } }
    let readByKey = Dictionary(grouping: read) { $0.place.key }
    let folders = read.filter { $0.place.identity?.isFolder ?? false }
    var written: [FilePlace.Key: [(output: Output, path: String, place: FilePlace)]] = [:]
    for output in outputs {
      guard let path = output.path else { continue }
      guard path != "-" else {
        throw .usage(
          "\(output.option) is '-', which does not mean standard output here; expected the path of a "
            + "file (./- for a file with this name)")
      }
      let places = output.places(of: path)
      func refuse(_ what: String, _ other: String) throws(CommandError) {
        let name = other == path ? "" : ", as '\(other)'"
        throw .usage("\(output.option) '\(path)' \(what)\(name); expected another file")
      }
      for place in places {
        let inputs = readByKey[place.key] ?? []
        if let input = inputs.first(where: { $0.place.isSame(as: place) })
          ?? (output.kind == .folder ? read.first { $0.place.lies(in: place) } : nil)
          ?? folders.first(where: { place.isSession(in: $0.place) })
        {
          try refuse("is read by the same command", input.path)
        }
        if let pictures, place.lies(in: FilePlace(pictures)), place.isPicture {
          try refuse("is read by the same command", "\(pictures)/\(place.name)")
        }
        if let other = written[place.key]?.first(where: { $0.place.isSame(as: place) }) {
          try refuse("is also the file of \(other.output.option)", other.path)
        }
        if place.isStandardOutput { try refuse("is also standard output", path) }
      }
      try output.requireEnding(of: path)
      for place in places {
        written[place.key, default: []].append((output: output, path: path, place: place))
      }
    }
  }
}

extension ScenarioOptions {
  /// Returns the files that a run of a trace reads.
  func files(trace: String) -> [String] {
    [TraceName.path(of: trace)].compactMap { $0 } + app.files
  }
}

extension AppOptions {
  /// The paths of the profiles that are read from files.
  ///
  /// Profiles that are known by name have no path.
  package var files: [String] { [device, network].filter(ProfileInput.isFile) }
}

/// The place to which a path leads through links.
///
/// The file need not exist.
struct FilePlace {
  /// The maximum number of links in a path.
  private static let mostLinks = 40

  /// The path after links at its end were followed: the file that is created or replaced.
  let path: String
  /// The identity of the existing file; `nil` if there is none.
  let identity: FileIdentity?
  /// The open descriptor that a path such as /dev/stdout names; `nil` for other paths.
  private(set) var descriptor: Int32?
  /// A Boolean value that indicates whether the links form a loop.
  private(set) var isLoop = false

  /// Resolves a path.
  init(_ typed: String) {
    identity = FileIdentity(typed)
    var path = typed
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    var links = 0
    while true {
      if let number = Self.descriptor(path) {
        descriptor = number
        break
      }
      guard let target = Self.target(of: path) else { break }
      guard links < Self.mostLinks else {
        isLoop = true
        break
      }
      links += 1
      path = target.hasPrefix("/") ? target : Self.folder(of: path) + target
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    }
    self.path = path
  }

  /// Resolves the path of an input; `-` is standard input.
  init(input: String) {
    self.init(input == "-" ? "/dev/stdin" : input)
  }

  /// The last component of the path.
  var name: String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder of the file, with a slash at its end.
  var folder: String { Self.folder(of: path) }

  /// Returns a Boolean value that indicates whether both paths name one file.
  func isSame(as other: FilePlace) -> Bool {
    if let identity, let known = other.identity {
      return identity == known && identity.isRegular
    }
    guard identity == nil, other.identity == nil else { return false }
    guard let place = FileIdentity(folder), let known = FileIdentity(other.folder) else {
      let paths = [path, other.path].map { URL(fileURLWithPath: $0).standardized.path }
      return paths[0] == paths[1]
    }
    guard place == known else { return false }
    return name.utf8.elementsEqual(other.name.utf8)
      || name.lowercased() == other.name.lowercased()
        && Self.isOneName(name, other.name, in: folder)
  }

  /// Returns a Boolean value that indicates whether the file exists in a folder or below it.
  func lies(in folder: FilePlace) -> Bool {
    guard let identity, identity.isRegular, let root = folder.identity, root.isFolder else {
      return false
    }
    var above = self.folder
    var last: FileIdentity?
    while let next = FileIdentity(above), next != last {
      if next == root { return true }
      last = next
      above += "../"
    }
    return false
  }

  /// A hash key for comparing places.
  ///
  /// Paths of one file have equal keys, but equal keys may belong to different files.
  struct Key: Hashable {
    fileprivate let identity: FileIdentity?
    fileprivate let name: String
  }

  /// The hash key of the file.
  var key: Key {
    if let identity { return Key(identity: identity, name: "") }
    return Key(identity: FileIdentity(folder), name: name.lowercased())
  }

  /// Returns a Boolean value that indicates whether the file is a session in an input folder.
  func isSession(in folder: FilePlace) -> Bool {
    name.hasSuffix(".\(TraceFile.pathExtension)") && lies(in: folder)
  }

  /// A Boolean value that indicates whether the file is a picture that `--images` reads.
  var isPicture: Bool { PictureFolder.isPicture(path) }

  /// A Boolean value that indicates whether standard output goes to this file.
  var isStandardOutput: Bool {
    guard descriptor == nil, let identity, identity.isRegular else { return false }
    return identity == FileIdentity(descriptor: STDOUT_FILENO)
  }

  /// Returns the folder of a path, with a slash at its end.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Returns the target of a link; `nil` for a path that is no link.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &bytes, Int(PATH_MAX))
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the descriptor's number of a path such as `/dev/fd/1`, through any link to that
  /// folder.
  private static func descriptor(_ path: String) -> Int32? {
    guard let slash = path.lastIndex(of: "/"),
      let number = Int32(path[path.index(after: slash)...]),
      let folder = realpath(String(path[...slash]), nil)
    else { return nil }
    defer { free(folder) }
    guard let known = realpath("/dev/fd", nil) else { return nil }
    defer { free(known) }
    return strcmp(folder, known) == 0 ? number : nil
  }

  /// Returns a Boolean value that indicates whether the file system treats two names as one.
  ///
  /// Some file systems do so if the names differ only in case.
  private static func isOneName(_ a: String, _ b: String, in folder: String) -> Bool {
    let trial = "\(folder).scrollsim-\(getpid())-"
    let descriptor = open(trial + a, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer {
      _ = close(descriptor)
      _ = unlink(trial + a)
    }
    return FileIdentity(trial + b) == FileIdentity(descriptor: descriptor)
  }
}

/// The identity of the file to which a path leads, independent of its name there.
struct FileIdentity: Hashable {
  private let device: UInt64, node: UInt64
  private let kind: mode_t

  /// A Boolean value that indicates whether the file is a regular file.
  ///
  /// Writing to a regular file would replace its bytes. A device or pipe has no bytes to replace.
  var isRegular: Bool { kind == S_IFREG }
  var isFolder: Bool { kind == S_IFDIR }

  /// Creates the identity of a file; `nil` if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the identity of an open file; `nil` for a closed descriptor.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    kind = status.st_mode & S_IFMT
  }
}
