/** The hash functions of the package, by the page's names for them. */

// imports: begin, by `cargo xtask generate` from functions.toml
import * as fugue from 'counterpoint/fugue';
import * as groestl from 'counterpoint/groestl';
import * as keccak from 'counterpoint/keccak';
import * as luffa from 'counterpoint/luffa';
// imports: end

// families: begin, by `cargo xtask generate` from functions.toml
const FUNCTIONS = { ...keccak, ...groestl, ...fugue, ...luffa };
// families: end

/** Returns a hasher for a request. */
export function hasherOf({ name, settings, bytes }, extendable) {
  const { domain, customization, functionName, blockBytes } = settings;
  const options = {
    ...(extendable && { outputLen: bytes }),
    ...(domain !== undefined && { domain }),
    ...(customization !== undefined && { customization: keccak.utf8(customization) }),
    ...(functionName !== undefined && { functionName: keccak.utf8(functionName) }),
    ...(blockBytes !== undefined && { blockLen: blockBytes }),
  };
  return FUNCTIONS[name.replace('-', '_')].create(options);
}
