// Writes packed-files.txt, the list of the package's files that package.test.mjs compares with.

import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

function filesOf(path, prefix = '') {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(path, entry.name), `${prefix}${entry.name}/`) : [prefix + entry.name],
  )
}

writeFileSync(join(here, 'packed-files.txt'), `${filesOf(join(here, '../dist')).sort().join('\n')}\n`)
