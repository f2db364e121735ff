// Runs code in its own process, where the package has not compiled anything yet.

import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Runs the code of a module and returns its output, parsed from JSON. The code imports from this folder. */
export function run(code, { cwd = here, commonjs = false } = {}) {
  const type = commonjs ? 'commonjs' : 'module'
  const { status, stdout, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', code], {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the process exited with ${status}:\n${stderr}`)
  return JSON.parse(stdout)
}
