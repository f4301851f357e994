/// Objects that the JSON of several commands has.
package enum RunDocument {
  /// Something chosen by name, with every setting.
  package struct Named: Encodable, Sendable {
    package let name: String
    package let settings: [String: String]

    package init(_ name: String, settings: [String: String]) {
      self.name = name
      self.settings = settings
    }
  }

  package struct Killed: Encodable, Sendable {
    package let atMilliseconds: Double
    package let reason: String

    package init(atMilliseconds: Double, reason: String) {
      self.atMilliseconds = atMilliseconds
      self.reason = reason
    }
  }
}
