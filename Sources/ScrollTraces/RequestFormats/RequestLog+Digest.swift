import ScrollCaching
package import ScrollCore

extension RequestLog {
  /// A SHA-256 of the ids and sizes in order: the same for the same requests, whatever the format of
  /// their file.
  ///
  /// Blocks of 65 536 requests, each of 8 bytes of id and 8 of size, little-endian, have a digest
  /// each; that of all is the digest of these digests in hexadecimal.
  ///
  /// - Complexity: O(requests).
  package var digest: SHA256 {
    var digests: [UInt8] = []
    var block: [UInt8] = []
    func append(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { block.append(contentsOf: $0) }
    }
    let parts = parts()
    while let part = parts.next() {
      for (index, image) in part.images.enumerated() {
        let number = Int(image.index)
        append(part.keys.isEmpty ? UInt64(number) : part.keys[number])
        append(UInt64(bitPattern: Int64(part.sizes?[index] ?? 1)))
        guard block.count == 1 << 20 else { continue }
        digests.append(contentsOf: SHA256(of: block).hex.utf8)
        block.removeAll(keepingCapacity: true)
      }
    }
    digests.append(contentsOf: SHA256(of: block).hex.utf8)
    return SHA256(of: digests)
  }
}
