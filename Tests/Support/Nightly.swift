import Foundation

/// A Boolean value that indicates whether the nightly checks run: more cases of tests that are slow
/// and seldom fail.
package let isNightly = ProcessInfo.processInfo.environment["SCROLL_NIGHTLY"] == "1"
