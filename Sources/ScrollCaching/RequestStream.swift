public import ScrollCore

/// The requests for images, in order, on which `replay` runs.
///
/// A stream has no time and no viewport. It has positions for spatial policies: the item whose
/// appearance caused the request, or the image's own number (order of first appearance).
public struct RequestStream: Sendable {
  public var images: [ImageID]
  /// The size of each request in bytes; `nil` if every request counts 1.
  public var sizes: [Int]?
  /// The operation of each entry; `nil` if every entry is a request.
  public var operations: [Operation]?
  /// The item of each request; `nil` if item `i` is image `i`.
  public var items: [ItemID]?
  /// The number of images; their ids are `0..<imageCount`.
  public var imageCount: Int
  /// The positions of the items; `nil` if item `i` is image `i`, of length 1, at position `i`.
  public var placement: ItemPlacement?
  /// The id of each image in the trace, for policies that hash it; empty means its number.
  public var keys: [UInt64]

  /// The operation of an entry in a log.
  public enum Operation: UInt8, Sendable {
    /// A request, which is counted; a miss stores the image.
    case request
    /// A write, which stores the image and is not counted.
    case store
    /// A deletion, which removes the image and is not counted.
    case removal
  }

  /// Creates a stream of requests.
  /// - Precondition: Sizes and items, if there are any, have one entry per request.
  public init(
    images: [ImageID], imageCount: Int, sizes: [Int]? = nil, items: [ItemID]? = nil,
    placement: ItemPlacement? = nil, keys: [UInt64] = []
  ) {
    precondition(sizes.map { $0.count == images.count } ?? true, "one size per request")
    precondition(items.map { $0.count == images.count } ?? true, "one item per request")
    self.images = images
    self.imageCount = imageCount
    self.sizes = sizes
    self.items = items
    self.placement = placement
    self.keys = keys
  }

  /// The same requests, every one of size 1.
  public var countingItems: RequestStream {
    var stream = self
    stream.sizes = nil
    return stream
  }

  /// Returns the position of the next request for the same image, for every request; `Int32.max` if
  /// there is none.
  /// - Complexity: O(requests + images).
  public func nextUses() -> [Int32] {
    var next = [Int32](repeating: .max, count: imageCount)
    var uses = [Int32](repeating: .max, count: images.count)
    for position in images.indices.reversed() {
      let image = Int(images[position].index)
      uses[position] = next[image]
      next[image] = Int32(position)
    }
    return uses
  }
}

/// The common size of all images of a stream.
package struct EqualSizes {
  let size: Int
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
