// As much of Nuke as the adapter uses, from the documentation of Nuke 13.2.
public import UIKit

public typealias PlatformImage = UIImage

public struct ImageCacheKey: Hashable, Sendable {
  private let key: String
  public init(key: String) { self.key = key }
}

public struct ImageContainer: @unchecked Sendable {
  public var image: PlatformImage
  public var isPreview: Bool
  public var data: Data?

  public init(image: PlatformImage, isPreview: Bool = false, data: Data? = nil) {
    self.image = image
    self.isPreview = isPreview
    self.data = data
  }
}

public protocol ImageCaching: AnyObject, Sendable {
  subscript(key: ImageCacheKey) -> ImageContainer? { get set }
  func removeAll()
}

public final class ImagePipeline: Sendable {
  public struct Configuration: Sendable {
    public var imageCache: (any ImageCaching)?
    public static var withDataCache: Configuration { Configuration() }
  }

  public init(configuration: Configuration) {}
}
