import type { Bytes } from './types.js'

export type IDataType = string | ArrayBufferView
export type IValidBits = 224 | 256 | 384 | 512

/** A hasher with the API of hash-wasm. It starts with an empty message; `init()` starts the next one. */
export interface IHasher {
  init(): IHasher
  /** Appends data; a string is encoded as UTF-8. */
  update(data: IDataType): IHasher
  /** Ends the message. Returns hexadecimal digits, or bytes if `outputType` is `'binary'`. */
  digest(outputType: 'binary'): Bytes
  digest(outputType?: 'hex'): string
  /** Returns the message so far as bytes, for `load`. States saved by hash-wasm itself can't be loaded. */
  save(): Bytes
  load(state: Uint8Array): IHasher
  /** How many bytes the function absorbs at a time. */
  readonly blockSize: number
  /** The length of the digest in bytes. */
  readonly digestSize: number
}

/**
 * SHA-3 as hexadecimal digits.
 *
 * ```js
 * await sha3('abc', 256) // '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'
 * ```
 * @param data A string is encoded as UTF-8.
 * @param bits The length of the digest: 224, 256, 384 or (by default) 512.
 * @throws {TypeError | RangeError} (as a rejection) If `data` or `bits` is anything else.
 */
export function sha3(data: IDataType, bits?: IValidBits): Promise<string>
/** Keccak as it was before SHA-3, as hexadecimal digits. See {@link sha3}. */
export function keccak(data: IDataType, bits?: IValidBits): Promise<string>
/** Creates a hasher of SHA-3. */
export function createSHA3(bits?: IValidBits): Promise<IHasher>
/** Creates a hasher of Keccak as it was before SHA-3. */
export function createKeccak(bits?: IValidBits): Promise<IHasher>
