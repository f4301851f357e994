import Foundation

/// Whether the nightly checks run: more cases of what is slow and seldom fails.
package let isNightly = ProcessInfo.processInfo.environment["SCROLL_NIGHTLY"] == "1"
