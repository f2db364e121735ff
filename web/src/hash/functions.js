/** The hash functions of the package, by the names that the page uses. */

import * as fugue from 'counterpoint/fugue';
import * as groestl from 'counterpoint/groestl';
import * as keccak from 'counterpoint/keccak';
import * as luffa from 'counterpoint/luffa';

const FUNCTIONS = { ...keccak, ...groestl, ...fugue, ...luffa };

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
