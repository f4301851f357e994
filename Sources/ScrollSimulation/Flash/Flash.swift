import BasicContainers
import ScrollCore
import ScrollDevice

/// The flash channel, and the files that the app and the system keep on it.
///
/// It does one thing at a time; writes wait until nothing is to be read.
struct Flash: ~Copyable {
  /// What the channel is doing.
  enum User { case none, load, write }

  /// A file on its way to the disk.
  struct Write {
    var key: KeyIndex
    var file: File
    var bytes: Int
    /// How long the channel takes.
    var time: Int64
    /// Whether it is a low variant, which is no part of the disk cache.
    var isVariant: Bool
  }

  /// The file of a picture, and which version of its image.
  struct File {
    var picture: PictureIndex
    var version: Int32
  }

  private(set) var user = User.none
  private var disk: DiskTier?
  /// The picture whose file was stored last under each name of the disk cache.
  private var pictureOnDisk: Table<Key, PictureIndex>
  /// The low variant that was made and written under each key.
  private var variants: Table<Key, File>
  private var pages: PageCache
  private var writes = UniqueArray<Write>()
  private var written = 0
  private var bytesRead = ByteCount.zero, bytesWritten = ByteCount.zero, diskHits = 0

  init(_ prepared: PreparedScenario) {
    let (loader, keyCount) = (prepared.scenario.loader, prepared.keys.count)
    let nameCount = prepared.keys.diskNameCount
    disk = loader.diskCache ? DiskTier(fileCount: nameCount, rules: DiskRules(loader)) : nil
    pictureOnDisk = Table(repeating: .none, count: loader.diskCache ? nameCount : 0)
    variants = Table(
      repeating: File(picture: .none, version: 0),
      count: loader.variants == .derived ? keyCount : 0)
    // Files are those of the catalog, then those of the disk cache.
    pages = PageCache(
      fileCount: prepared.works.count + nameCount, limit: ByteCount(loader.pageCache))
  }

  // MARK: The channel

  mutating func beginRead() { user = .load }

  /// The next write begins, if the channel is free and there is one.
  mutating func beginWrite() -> Write? {
    guard user == .none, written < writes.count else { return nil }
    user = .write
    return writes[written]
  }

  /// The channel is free again; what it did.
  mutating func end() -> User {
    defer { user = .none }
    return user
  }

  /// Bytes were read from flash, in the background or on the main thread.
  mutating func didRead(_ bytes: Int) { bytesRead += ByteCount(bytes) }

  mutating func enqueue(_ write: Write) { writes.append(write) }

  /// The first write is done: its file is there.
  mutating func didWrite(at time: SimTime) {
    let write = writes[written]
    written += 1
    if written == writes.count { dropWrites() }
    bytesWritten += ByteCount(write.bytes)
    if write.isVariant {
      variants[write.key] = write.file
    } else {
      pictureOnDisk[write.key] = write.file.picture
      _ = disk?.store(
        write.key.id, bytes: ByteCount(write.bytes), version: write.file.version, at: time)
    }
  }

  private mutating func dropWrites() {
    writes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// The process has ended: what is on the way is lost, what is on disk stays.
  mutating func endProcess() {
    dropWrites()
    user = .none
  }

  // MARK: Files

  /// What the disk cache keeps under a name; nil if nothing.
  mutating func stored(_ name: KeyIndex, at time: SimTime) -> File? {
    guard disk?.contains(name.id, at: time) ?? false, let version = disk?.version(of: name.id)
    else { return nil }
    return File(picture: pictureOnDisk[name], version: version)
  }

  /// A file of the disk cache is used.
  mutating func use(_ name: KeyIndex, at time: SimTime) {
    _ = disk?.read(name.id, at: time)
    diskHits += 1
  }

  /// The low variant that was made under a key; nil if none was.
  func variant(_ key: KeyIndex) -> File? {
    variants[key].picture == .none ? nil : variants[key]
  }

  mutating func didEnterBackground(at time: SimTime) { disk?.didEnterBackground(at: time) }

  /// Whether the system has a file in memory; otherwise it has after this.
  mutating func readPages(of file: ImageID, bytes: Int) -> Bool {
    pages.read(file, bytes: ByteCount(bytes))
  }

  func hasPages(of file: ImageID) -> Bool { pages.contains(file) }

  /// Writes the figures down.
  func report(into work: inout RunReport.Work) {
    work.bytesRead = bytesRead
    work.bytesWritten = bytesWritten
    work.diskHits = diskHits
  }
}

extension DiskRules {
  /// The rules of a loader's disk cache.
  init(_ loader: Loader) {
    self.init(
      limit: loader.diskLimit > 0 ? ByteCount(loader.diskLimit) : nil, trimsTo: loader.diskTrim,
      ageLimit: loader.diskAge > 0 ? SimTime(seconds: loader.diskAge) : nil,
      sweeps: {
        switch loader.diskSweep {
        case .whenStoring: .always
        case .timed: .every(SimTime(seconds: loader.diskInterval))
        case .inBackground: .onBackground
        }
      }())
  }
}
