import ScrollCore
import ScrollDevice

extension SystemEvent {
  /// Parses an event as written in a trace; `warning` and `critical` are the events of memory
  /// pressure.
  ///
  /// The result is `nil` for any other text, for an image that does not exist, and for impossible
  /// numbers of bytes or items.
  package init?(parsing text: String, imageCount: Int) {
    let words = text.split(separator: " ").map { String($0) }
    guard let name = words.first else { return nil }
    func image() -> ImageID? {
      guard words.count == 2, let index = Int(words[1]), index >= 0, index < imageCount else {
        return nil
      }
      return ImageID(index)
    }
    switch (name, words.count) {
    case ("warning", 1): self = .memoryPressure(.warning)
    case ("critical", 1): self = .memoryPressure(.critical)
    case ("background", 1): self = .background
    case ("foreground", 1): self = .foreground
    case ("tap", 1): self = .tap
    case ("relaunch", 1): self = .relaunch
    case ("offline", 1): self = .offline
    case ("online", 1): self = .online
    case ("rotate", 1): self = .rotate
    case ("memoryPressure", 2):
      guard let kind = PressureKind(rawValue: words[1]) else { return nil }
      self = .memoryPressure(kind)
    case ("externalPressure", 2):
      guard let bytes = Int64(words[1]), bytes.magnitude <= 1_000_000_000_000_000 else {
        return nil
      }
      self = .externalPressure(bytes: bytes)
    case ("insert", 3):
      guard let edge = Edge(rawValue: words[1]), let items = Int(words[2]), items > 0 else {
        return nil
      }
      self = .insert(items: items, at: edge)
    case ("change", 2):
      guard let image = image() else { return nil }
      self = .change(image: image)
    case ("beginAccess", 2):
      guard let image = image() else { return nil }
      self = .beginAccess(image: image)
    case ("endAccess", 2):
      guard let image = image() else { return nil }
      self = .endAccess(image: image)
    case ("useContent", 2):
      guard let image = image() else { return nil }
      self = .useContent(image: image)
    default: return nil
    }
  }
}
