import type {
  CshakeOptions,
  CustomizationOptions,
  Hasher,
  HashFunction,
  HashFunctionWithOptions,
  MacFunction,
  OutputOptions,
  ParallelhashOptions,
  SavableFunctionWithOptions,
  TupleHasher,
  TupleHashFunction,
  TupleXofHasher,
  TurboshakeOptions,
  XofHasher,
} from './types.js'

export * from './common.js'

// functions: begin, by `cargo xtask generate` from functions.toml
/** SHA3-224 (FIPS 202): 28 bytes. */
export const sha3_224: HashFunction
/** SHA3-256 (FIPS 202): 32 bytes. */
export const sha3_256: HashFunction
/** SHA3-384 (FIPS 202): 48 bytes. */
export const sha3_384: HashFunction
/** SHA3-512 (FIPS 202): 64 bytes. */
export const sha3_512: HashFunction
/** SHAKE128 (FIPS 202): output of any length, by default 32 bytes. */
export const shake128: SavableFunctionWithOptions<OutputOptions>
/** SHAKE256 (FIPS 202): output of any length, by default 64 bytes. */
export const shake256: SavableFunctionWithOptions<OutputOptions>
/** Keccak-224 as it was before SHA-3: 28 bytes. */
export const keccak224: HashFunction
/** Keccak-256 as it was before SHA-3, the hash function of Ethereum: 32 bytes. */
export const keccak256: HashFunction
/** Keccak-384 as it was before SHA-3: 48 bytes. */
export const keccak384: HashFunction
/** Keccak-512 as it was before SHA-3: 64 bytes. */
export const keccak512: HashFunction
/** cSHAKE128 (SP 800-185): SHAKE128 with a customization string, by default 32 bytes. */
export const cshake128: SavableFunctionWithOptions<CshakeOptions>
/** cSHAKE256 (SP 800-185): SHAKE256 with a customization string, by default 64 bytes. */
export const cshake256: SavableFunctionWithOptions<CshakeOptions>
/** KMAC128 (SP 800-185): a tag under a key, by default 32 bytes; each length gives a different tag. */
export const kmac128: MacFunction<Hasher>
/** KMAC256 (SP 800-185): a tag under a key, by default 64 bytes; each length gives a different tag. */
export const kmac256: MacFunction<Hasher>
/** KMACXOF128 (SP 800-185): output of any length under a key, by default 32 bytes. */
export const kmacxof128: MacFunction<XofHasher>
/** KMACXOF256 (SP 800-185): output of any length under a key, by default 64 bytes. */
export const kmacxof256: MacFunction<XofHasher>
/** TupleHash128 (SP 800-185), by default 32 bytes; each length gives a different digest. */
export const tuplehash128: TupleHashFunction<TupleHasher>
/** TupleHash256 (SP 800-185), by default 64 bytes; each length gives a different digest. */
export const tuplehash256: TupleHashFunction<TupleHasher>
/** TupleHashXOF128 (SP 800-185): output of any length, by default 32 bytes. */
export const tuplehashxof128: TupleHashFunction<TupleXofHasher>
/** TupleHashXOF256 (SP 800-185): output of any length, by default 64 bytes. */
export const tuplehashxof256: TupleHashFunction<TupleXofHasher>
/** ParallelHash128 (SP 800-185), by default 32 bytes; each length gives a different digest. */
export const parallelhash128: HashFunctionWithOptions<ParallelhashOptions, Hasher>
/** ParallelHash256 (SP 800-185), by default 64 bytes; each length gives a different digest. */
export const parallelhash256: HashFunctionWithOptions<ParallelhashOptions, Hasher>
/** ParallelHashXOF128 (SP 800-185): output of any length, by default 32 bytes. */
export const parallelhashxof128: HashFunctionWithOptions<ParallelhashOptions, XofHasher>
/** ParallelHashXOF256 (SP 800-185): output of any length, by default 64 bytes. */
export const parallelhashxof256: HashFunctionWithOptions<ParallelhashOptions, XofHasher>
/** TurboSHAKE128 (RFC 9861): SHAKE128 with half of the rounds, by default 32 bytes. */
export const turboshake128: SavableFunctionWithOptions<TurboshakeOptions>
/** TurboSHAKE256 (RFC 9861): SHAKE256 with half of the rounds, by default 64 bytes. */
export const turboshake256: SavableFunctionWithOptions<TurboshakeOptions>
/** KT128, KangarooTwelve (RFC 9861): hashes long messages in parallel, by default 32 bytes. */
export const kt128: HashFunctionWithOptions<CustomizationOptions, XofHasher>
/** KT256, KangarooTwelve (RFC 9861): hashes long messages in parallel, by default 64 bytes. */
export const kt256: HashFunctionWithOptions<CustomizationOptions, XofHasher>
// functions: end
