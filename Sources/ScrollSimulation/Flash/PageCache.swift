import BasicContainers
import ScrollCaching
package import ScrollCore

/// The system's cache of file pages: whether a read comes from memory instead of flash.
///
/// Simplified to whole files, of which those read last stay, up to a limit in bytes. A file that
/// is larger than the limit is never kept and pushes nothing out. A file whose length is not what
/// it was has been written anew and is read from flash. How much memory a system gives its page
/// cache depends on everything else that runs; a limit of 0 switches it off.
///
/// - Complexity: O(1) per read, plus the files that it pushes out; allocates nothing after `init`.
package struct PageCache: ~Copyable {
  package let limit: ByteCount
  package private(set) var bytes = ByteCount.zero

  private var order: ItemList
  /// The length of each file that is kept, -1 for one that is not.
  private var lengths: RigidArray<Int>

  /// An empty cache.
  /// - Parameters:
  ///   - fileCount: files are `0..<fileCount`.
  ///   - limit: not negative.
  package init(fileCount: Int, limit: ByteCount) {
    precondition(limit >= .zero, "a page cache of \(limit)")
    self.limit = limit
    let count = limit > .zero ? fileCount : 0
    order = ItemList(imageCount: count)
    lengths = RigidArray(repeating: -1, count: count)
  }

  /// Reads a file, which is in the cache afterwards if it fits.
  /// - Returns: whether it was there.
  package mutating func read(_ file: ImageID, bytes length: ByteCount) -> Bool {
    guard limit > .zero else { return false }
    if lengths[Int(file.index)] == length.bytes {
      order.moveToNewest(file)
      return true
    }
    drop(file)
    guard length <= limit else { return false }
    while bytes + length > limit, let oldest = order.oldest() { drop(oldest) }
    order.append(file)
    lengths[Int(file.index)] = length.bytes
    bytes += length
    return false
  }

  /// Whether a file would be read from memory, if it still has its length.
  package func contains(_ file: ImageID) -> Bool {
    limit > .zero && lengths[Int(file.index)] >= 0
  }

  /// Forgets a file: it was deleted.
  package mutating func drop(_ file: ImageID) {
    guard contains(file) else { return }
    order.remove(file)
    bytes -= ByteCount(lengths[Int(file.index)])
    lengths[Int(file.index)] = -1
  }

  /// Forgets everything: memory ran short, or the device was started anew.
  package mutating func dropAll() {
    while let oldest = order.oldest() { drop(oldest) }
  }
}
