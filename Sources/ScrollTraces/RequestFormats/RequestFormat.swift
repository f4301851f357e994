public import ScrollCaching
public import ScrollCore

/// A file format of the caching literature: how to tell it, and how to read it.
public struct RequestFormat: CatalogEntry {
  public static var kind: String { "trace format" }

  public let name: String
  public let summary: String
  /// Whether requests have sizes: always, never, or where the file has such a column.
  public let sizes: Sizes
  /// Endings of file names that settle the format, in small letters, with their dot.
  public let endings: [String]
  /// Whether the content looks like this format; consulted where no ending settles it.
  public let recognizes: @Sendable (RequestFile) -> Bool
  /// Reads all requests, with their sizes if the format has some and they are wanted.
  public let read: @Sendable (RequestFile, Bool) throws(RequestFormatError) -> RequestStream

  public enum Sizes: Sendable { case always, never, perhaps }

  public init(
    _ name: String, _ summary: String, sizes: Sizes, endings: [String],
    recognizes: @escaping @Sendable (RequestFile) -> Bool,
    read:
      @escaping @Sendable (
        _ file: RequestFile, _ includingSizes: Bool
      ) throws(RequestFormatError) -> RequestStream
  ) {
    self.name = name
    self.summary = summary
    self.sizes = sizes
    self.endings = endings
    self.recognizes = recognizes
    self.read = read
  }
}
