/// The common size of all images of a stream.
package struct EqualSizes {
  package let size: Int
  private let imageCount: Int

  /// Creates the common size; `nil` if the sizes differ.
  package init?(_ stream: RequestStream) {
    size = stream.sizes?.first ?? 1
    imageCount = stream.imageCount
    guard let sizes = stream.sizes else { return }
    guard sizes.allSatisfy({ $0 == size }) else { return nil }
  }

  /// Returns the number of images that fit into a capacity.
  package func count(in capacity: Int) -> Int { size == 0 ? imageCount : capacity / size }
}
