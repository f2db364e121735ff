// Prints the lists of implementations of a build for WebAssembly: node tools/xtask/lists/print.mjs MODULE

import { readFileSync } from 'node:fs'

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]))
const { memory, text_of_lists: textOfLists } = instance.exports
const place = textOfLists()
const bytes = new Uint8Array(memory.buffer, Number(place & 0xffff_ffffn), Number(place >> 32n))
process.stdout.write(new TextDecoder().decode(bytes))
