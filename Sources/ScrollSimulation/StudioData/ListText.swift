import ScrollCaching
import ScrollCore
import ScrollDevice

/// The choices of the studio, as lines of fields separated by tabs.
///
/// A line has a kind, a name, a summary and further facts. The settings of an entry follow it in
/// lines with `setting`, name, default, expected values and summary.
package struct ListText {
  package private(set) var text = ""

  package init(_ scene: StudioData) {
    for entry in Catalog<PolicyDescriptor>.builtIn.entries {
      append("policy", entry, entry.facts.needsFuture ? "future" : "")
    }
    for entry in Catalog<LoaderDescriptor>.builtIn.entries {
      let loader = entry.loader(SettingValues(standardsOf: entry.settings))
      append("loader", entry, loader.cache ? "cache" : "")
    }
    for entry in Catalog<PrefetcherDescriptor>.builtIn.entries {
      append("prefetcher", entry, entry.facts.seesFuture ? "future" : "")
    }
    for format in ImageFormat.allCases {
      append("format", format, format.storage == .codec ? "codec" : "")
    }
    for device in scene.devices {
      append(
        "device", device,
        "\(device.screenWidth) \(device.screenHeight) \(device.scale) \(device.refreshRate) "
          + "\(Double(device.memory.total)) \(Double(device.memory.appLimit)) "
          + "\(device.performanceCores)")
    }
    for network in scene.networks { append("network", network, "") }
  }

  private mutating func append(_ kind: String, _ entry: some CatalogEntry, _ facts: String) {
    text += "\(kind)\t\(entry.name)\t\(entry.summary)\t\(facts)\n"
    for setting in entry.settings {
      text +=
        "setting\t\(setting.name)\t\(setting.standard)\t\(setting.domain)\t\(setting.summary)\n"
    }
  }
}
