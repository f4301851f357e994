import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

/// Damaged request traces of every format: always a result or a sentence.
@Suite(.serialized) struct RequestMutationTests {
  @Test(arguments: formats)
  func `a damaged request trace gives a result or a sentence`(reader: MutatedReader) throws {
    try reader.check()
  }

  private static let records: [(id: UInt64, size: UInt32)] = (0..<20).map {
    ($0 % 7, 100 + UInt32($0))
  }

  private static let formats = [
    reader("txt", [Data("1\n2\n1\n3\n18446744073709551615\n".utf8)]),
    reader(
      "csv",
      [
        Data("time,id,size\n1,2,3\n2,9,4\n3,2,3\n".utf8), Data("key\n7\n8\n7\n".utf8),
      ]),
    reader("vscsi", [TraceBytes.vscsi1(records)]),
    reader("oracle-general", [TraceBytes.oracleGeneral(records)]),
  ]

  private static func reader(_ name: String, _ samples: [Data]) -> MutatedReader {
    guard let format = RequestFormatCatalog.builtIn.entries.first(where: { $0.name == name }) else {
      preconditionFailure("there is no format '\(name)'")
    }
    return MutatedReader(
      name: name, samples: samples.map { [UInt8]($0) },
      read: { bytes in
        let file = RequestFile(path: "trace", data: Data(bytes))
        _ = RequestFormatCatalog.builtIn.entries.map { $0.recognizes(file) }
        do throws(RequestFormatError) { _ = try format.read(file, true) } catch {
          return error.description
        }
        return nil
      })
  }
}
