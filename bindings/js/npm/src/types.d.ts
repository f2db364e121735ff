/**
 * A message hashed in pieces.
 *
 * ```js
 * const hasher = sha3_256.create().update(utf8('one, ')).update(utf8('two'))
 * hasher.digest() // the same as sha3_256(utf8('one, two'))
 * ```
 *
 * Its state lives in JavaScript memory, so there is nothing to free: you can drop a hasher at any time. `destroy()`
 * wipes its contents.
 */
export interface Hasher {
  /** The length of `digest()` in bytes. */
  readonly outputLen: number
  /** How many bytes the function absorbs at a time. */
  readonly blockLen: number
  /**
   * Appends bytes to the message. Keeps no reference to `data`.
   * @throws {TypeError} If `data` is not a Uint8Array, or is a view of a detached buffer.
   * @throws {CounterpointError} `ERR_HASHER_ENDED` after `digest()`, `xof()` or `destroy()`.
   */
  update(data: Uint8Array): this
  /**
   * Ends the message and the hasher, and returns the digest.
   * @throws {CounterpointError} `ERR_HASHER_ENDED` after `digest()`, `xof()` or `destroy()`.
   */
  digest(): Bytes
  /**
   * Like `digest()`, but writes to the first bytes of `out`.
   * @throws {RangeError} If `out` has fewer than `outputLen` bytes.
   */
  digestInto(out: Uint8Array): this
  /** Returns a copy of the hasher, with the same message so far. */
  clone(): this
  /** Wipes the state. The hasher can't be used afterwards. */
  destroy(): void
}

/** A {@link Hasher} that can be saved. */
export interface SavableHasher extends Hasher {
  /**
   * Returns the message so far as bytes, from which the function's `load` continues on any machine. They are as secret
   * as the message.
   *
   * ```js
   * const saved = sha3_256.create().update(utf8('first part')).save()
   * sha3_256.load(saved).update(utf8(', second part')).digest()
   * ```
   */
  save(): Bytes
}

/**
 * A hasher whose output can have any length.
 *
 * ```js
 * const reader = shake128.create().update(utf8('seed'))
 * reader.xof(10) // the first 10 bytes of the output
 * reader.xof(10) // the next 10
 * ```
 */
export interface XofHasher extends Hasher {
  /**
   * Returns the next bytes of the output. The first call ends the message.
   * @param length Number of bytes, 0 to 2^32 - 1.
   * @throws {RangeError} If `length` is negative, fractional, NaN or too large.
   */
  xof(length: number): Bytes
  /** Like `xof(out.length)`, but writes to `out` and returns it. */
  xofInto<T extends Uint8Array>(out: T): T
}

/** An {@link XofHasher} that can be saved. */
export interface SavableXofHasher extends XofHasher, SavableHasher {}

/** A tuple hashed element by element. */
export interface TupleHasher extends Omit<Hasher, 'update'> {
  /**
   * Appends an element. `element(a).element(b)` differs from `element(ab)`.
   * @throws {RangeError} If the element has more than 2^32 - 1 bytes.
   */
  element(data: Uint8Array): this
}

/** A {@link TupleHasher} whose output can have any length. */
export interface TupleXofHasher extends TupleHasher, Pick<XofHasher, 'xof' | 'xofInto'> {}

/** The properties of all hash functions. */
export interface Description {
  /** The name under which this package exports the function. */
  readonly name: string
  /** The length of the output in bytes; for an extendable function, the default length. */
  readonly outputLen: number
  /** How many bytes the function absorbs at a time. */
  readonly blockLen: number
  /** Whether hashers of the function have `xof()`. */
  readonly canXOF: boolean
}

/**
 * A hash function with a fixed-length digest.
 *
 * ```js
 * sha3_256(utf8('abc'))
 * sha3_256.many([utf8('a'), utf8('b')])
 * ```
 */
export interface HashFunction extends Description {
  /**
   * Hashes a message. The first call compiles the module, which takes one to five milliseconds.
   * @throws {TypeError} If `message` is not a Uint8Array, or is a view of a detached buffer.
   * @throws {CounterpointError} On the first call, if this engine can't or may not compile WebAssembly.
   */
  (message: Uint8Array): Bytes
  /** Starts a message hashed in pieces. */
  create(): SavableHasher
  /**
   * Continues a message saved with `save()` by a hasher of the same function.
   * @throws {CounterpointError} `ERR_SAVED_STATE` if `saved` is anything else.
   */
  load(saved: Uint8Array): SavableHasher
  /**
   * Hashes many messages, which may have different lengths. If the module has SIMD, hashes them side by side.
   *
   * ```js
   * keccak256.many([utf8('a'), utf8('bc')]) // two arrays of 32 bytes
   * ```
   * @throws {TypeError} If `messages` is not an array, or an element is not a Uint8Array; the error names its index.
   */
  many(messages: readonly Uint8Array[]): Bytes[]
  /**
   * Hashes messages of equal length, one after another in `data`: the fastest form for many short messages.
   *
   * ```js
   * keccak256.flat(new Uint8Array(3200), 32) // the digests of 100 messages of 32 bytes, 3,200 bytes
   * ```
   * @param each The length of a message in bytes, 1 or more.
   * @param out Receives the digests and is returned; by default a new array.
   * @throws {RangeError} If the length of `data` is not a multiple of `each`, or `out` is too short or overlaps `data`.
   */
  flat(data: Uint8Array, each: number): Bytes
  flat<T extends Uint8Array>(data: Uint8Array, each: number, out: T): T
}

/** The length of the output. */
export interface OutputOptions {
  /**
   * The length of the output in bytes: 1 to 2^32 - 1, or 1 to 2^29 - 1 for functions that hash the length itself (KMAC,
   * TupleHash and ParallelHash, but not their XOF variants).
   */
  readonly outputLen?: number | undefined
}

/** Options of functions with a customization string. */
export interface CustomizationOptions extends OutputOptions {
  /**
   * Separates different uses of the function. At most 65,512 bytes together with the key and the function name; for KT,
   * at most 2^32 - 1.
   */
  readonly customization?: Uint8Array | undefined
}

/** Options of cSHAKE. */
export interface CshakeOptions extends CustomizationOptions {
  /** The function's name; NIST reserves names for the functions it defines. */
  readonly functionName?: Uint8Array | undefined
}

/** Options of TurboSHAKE. */
export interface TurboshakeOptions extends OutputOptions {
  /** Separates different uses of the function: 1 to 127; by default 31 (0x1f). */
  readonly domain?: number | undefined
}

/** Options of ParallelHash. */
export interface ParallelhashOptions extends CustomizationOptions {
  /**
   * The length in bytes of the blocks that are hashed independently: 1 to 2^32 - 1; by default 8,192. The digest
   * depends on it.
   */
  readonly blockLen?: number | undefined
}

/**
 * A hash function that takes options.
 *
 * ```js
 * shake128(utf8('abc'), { outputLen: 64 })
 * ```
 */
export interface HashFunctionWithOptions<Options, H extends Hasher> extends Description {
  /**
   * Hashes a message.
   * @throws {TypeError} If an argument or option has the wrong type, or an option is unknown.
   * @throws {RangeError} If an option is out of range.
   */
  (message: Uint8Array, options?: Options): Bytes
  /** Starts a message hashed in pieces. */
  create(options?: Options): H
  /** Hashes many messages. See {@link HashFunction.many}. */
  many(messages: readonly Uint8Array[], options?: Options): Bytes[]
  /** Hashes messages of equal length, one after another in `data`. See {@link HashFunction.flat}. */
  flat(data: Uint8Array, each: number, options?: Options): Bytes
  flat<T extends Uint8Array>(data: Uint8Array, each: number, options: Options | undefined, out: T): T
}

/** A hash function that takes options and whose hashers can be saved. */
export interface SavableFunctionWithOptions<Options> extends HashFunctionWithOptions<Options, SavableXofHasher> {
  /**
   * Continues a message saved with `save()` by a hasher of the same function, with all its options but `outputLen`.
   * @throws {CounterpointError} `ERR_SAVED_STATE` if `saved` is anything else.
   */
  load(saved: Uint8Array, options?: OutputOptions): SavableXofHasher
}

/**
 * A function that authenticates messages with a key.
 *
 * ```js
 * const tag = kmac128(key, utf8('message'))
 * kmac128.verify(key, utf8('message'), tag) // true
 * ```
 */
export interface MacFunction<H extends Hasher> extends Description {
  /** Computes the tag of a message. Keys should have at least 16 (kmac128) or 32 bytes (kmac256). */
  (key: Uint8Array, message: Uint8Array, options?: CustomizationOptions): Bytes
  /**
   * Whether `tag` is the tag of the message, compared in constant time. Tags of fewer than 8 bytes are never accepted.
   * Without `outputLen`, a tag of the length of `tag` is expected.
   */
  verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array, options?: CustomizationOptions): boolean
  /** Starts a message hashed in pieces. */
  create(key: Uint8Array, options?: CustomizationOptions): H
  /** Computes the tags of many messages. See {@link HashFunction.many}. */
  many(key: Uint8Array, messages: readonly Uint8Array[], options?: CustomizationOptions): Bytes[]
  /** Computes the tags of messages of equal length in `data`. See {@link HashFunction.flat}. */
  flat(key: Uint8Array, data: Uint8Array, each: number, options?: CustomizationOptions): Bytes
  flat<T extends Uint8Array>(
    key: Uint8Array,
    data: Uint8Array,
    each: number,
    options: CustomizationOptions | undefined,
    out: T,
  ): T
}

/**
 * A hash function for tuples: the boundaries between elements are hashed too.
 *
 * ```js
 * tuplehash128([utf8('ab'), utf8('c')]) // differs from tuplehash128([utf8('a'), utf8('bc')])
 * ```
 */
export interface TupleHashFunction<H extends TupleHasher> extends Description {
  /** Hashes a tuple. */
  (elements: readonly Uint8Array[], options?: CustomizationOptions): Bytes
  /** Starts a tuple. */
  create(options?: CustomizationOptions): H
  /** Hashes several tuples, one after another. */
  many(tuples: readonly (readonly Uint8Array[])[], options?: CustomizationOptions): Bytes[]
}

/** New memory that belongs to the caller: `Uint8Array<ArrayBuffer>` since TypeScript 5.7, `Uint8Array` before. */
export type Bytes = ReturnType<typeof Uint8Array.of>
