// An app as the documentation of ScrollRecorder shows it.
import SwiftUI
import UIKit

struct Photos: View {
  let recorder: ScrollRecorder
  let scroll: some View = Feed()

  var recorded: some View { scroll.recorded(by: recorder) }
}

struct Feed: View {}

@MainActor func recorded(_ photos: UIScrollView, in folder: URL) throws {
  let recorder = ScrollRecorder()
  recorder.follow(photos)
  try recorder.csv.write(
    to: folder.appending(path: "scroll.csv"), atomically: true, encoding: .utf8)
}
