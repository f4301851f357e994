import ScrollPages

extension SweepReport {
  /// The origin of every figure.
  package var provenance: [Exhibit] {
    [tracesExhibit, profilesExhibit, loadersExhibit]
  }

  private var tracesExhibit: Exhibit {
    var table = Table([
      .left("trace"), .left("kind"), .prose("title"), .right("s"), .right("items"),
      .right("images"), .prose("provenance"), .prose("SHA-256"),
    ])
    for trace in unique(scenes.map(\.trace), by: \.digest) {
      table.append([
        trace.path, trace.kind, trace.title, NumberText.fixed(trace.durationSeconds, decimals: 1),
        "\(trace.items)", "\(trace.images)", trace.provenance, trace.digest,
      ])
    }
    return Exhibit("traces", "Traces", table: table)
  }

  private var profilesExhibit: Exhibit {
    var table = Table([
      .left("profile"), .left("kind"), .prose("summary"), .right("figures"),
      .right("estimates"), .prose("digest"),
    ])
    for profile in unique(scenes.flatMap { [$0.device, $0.network] }, by: { "\($0.digest)" }) {
      table.append([
        profile.name, profile.kind.rawValue, profile.summary, "\(profile.figures)",
        "\(profile.estimates)", "\(profile.digest)",
      ])
    }
    return Exhibit(
      "profiles", "Devices and networks",
      notes: ["An estimate is a figure that was not measured; the profiles name their sources."],
      table: table)
  }

  private var loadersExhibit: Exhibit {
    var table = Table([
      .left("loader"), .left("prefetcher"), .left("layout"),
      .prose("settings that differ from its defaults"),
    ])
    var seen: Set<[String]> = []
    for scene in scenes {
      let row = [
        scene.loader, scene.prefetcher, scene.layout, StoredSettings(loaderOf: scene).text,
      ]
      if seen.insert(row).inserted { table.append(row) }
    }
    return Exhibit(
      "loaders", "Loading",
      notes: ["scrollsim loaders NAME lists the defaults; CSV and JSON have every setting."],
      table: table)
  }

  private func unique<Value>(_ values: [Value], by key: (Value) -> String) -> [Value] {
    var seen: Set<String> = []
    return values.filter { seen.insert(key($0)).inserted }
  }
}
