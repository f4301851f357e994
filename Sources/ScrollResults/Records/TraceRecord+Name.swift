extension TraceRecord {
  /// What a table calls it: `photo-grid` for `Traces/photo-grid.scroll`.
  package var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".scroll") ? String(file.dropLast(7)) : file
  }
}
