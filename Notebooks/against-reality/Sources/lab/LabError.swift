/// An error that stops the laboratory; its description is the sentence that it prints.
enum LabError: Error, CustomStringConvertible {
  case noPicture(String)
  case layout(String)
  case list(String, String)
  case choice(String)

  var description: String {
    switch self {
    case .noPicture(let path):
      "\(path): the picture cannot be read and decoded; expected what pictures.py wrote"
    case .layout(let layout): "layout '\(layout)' is not in the laboratory; it has grid and list"
    case .list(let path, let fact): "\(path): the list \(fact)"
    case .choice(let sentence): sentence
    }
  }
}
