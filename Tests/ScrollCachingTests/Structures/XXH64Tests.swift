import ScrollCaching
import Testing

/// The hash is the published one: values of the reference implementation.
struct XXH64Tests {
  static let published: [(bytes: [UInt8], seed: UInt64, hash: UInt64)] = [
    ([], 0, 0xef46_db37_51d8_e999),
    ([], 1, 0xd5af_ba13_36a3_be4b),
    (Array("a".utf8), 0, 0xd24e_c4f1_a98c_6e5b),
    (Array("abc".utf8), 0, 0x44bc_2cf5_ad77_0999),
    (Array("abc".utf8), 0x1234_5678, 0x0f7f_d165_5f1a_f42b),
    (Array(0..<8), 0x1234_4321, 0xf22f_cb64_bdc3_baca),
    (Array(0..<31), 7, 0x0bdb_bcae_ad6c_6e56),
    (Array(0..<32), 7, 0xa597_2d57_c4ae_a230),
    (Array(0..<101), .max, 0x49b1_a708_7bcd_b7be),
  ]

  @Test(arguments: published)
  func `hashes equal the published ones`(bytes: [UInt8], seed: UInt64, hash: UInt64) {
    #expect(XXH64.hash(bytes, seed: seed) == hash)
  }

  @Test func `a number hashes like its bytes in little-endian order`() {
    #expect(XXH64.hash(0x0706_0504_0302_0100, seed: 0x1234_4321) == 0xf22f_cb64_bdc3_baca)
  }
}
