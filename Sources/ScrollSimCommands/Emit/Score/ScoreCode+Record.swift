import ScrollCaching

/// What the policy keeps about an image.
extension ScoreCode {
  /// A property of the record of an image.
  private struct Field {
    let name: String, initial: String
    /// What it is from a store on, where that is not `initial`.
    var stored: String?
  }

  private var fields: [Field] {
    let zero = "SimTime.zero"
    var fields: [Field] = []
    if asks(.age) { fields.append(Field(name: "stored", initial: zero, stored: "now")) }
    if asks(.idle) { fields.append(Field(name: "used", initial: zero, stored: "now")) }
    if asks(.hits) { fields.append(Field(name: "hits", initial: "0")) }
    if asks(.viewed) {
      fields.append(Field(name: "isViewed", initial: "false", stored: "admission == .viewed"))
    }
    if asks(.prefetched) {
      fields.append(
        Field(name: "isPrefetched", initial: "false", stored: "admission == .prefetched"))
    }
    if asks(.cost, .bytes) {
      fields.append(Field(name: "cost", initial: "0", stored: "request.cost"))
    }
    return fields
  }

  /// Whether anything is kept about images.
  var hasRecords: Bool { !fields.isEmpty }

  /// The type of a record.
  var record: [String] {
    guard hasRecords else { return [] }
    return ["/// What is known of an image since it was stored.", "private struct Record {"]
      + fields.map { "  var \($0.name) = \($0.initial)" } + ["}"]
  }

  /// Lines that make `record` that of an image which `request` stores now.
  var newRecord: [String] {
    let told = fields.compactMap { field in
      field.stored.map { "record.\(field.name) = \($0)" }
    }
    return ["\(told.isEmpty ? "let" : "var") record = Record()"] + told
  }
}
