// Writes the measurements into README.md, between two comments.

import { readFileSync, writeFileSync } from 'node:fs'

const README = new URL('../README.md', import.meta.url)
const OURS = 'counterpoint'
const PLACE = /(<!-- measured by `npm run bench -- --readme` -->\n)[^]*?(<!-- end -->)/

export function writeReadme(record) {
  const text = readFileSync(README, 'utf8')
  if (!PLACE.test(text)) throw new Error('README.md lacks the comments that enclose the measurements')
  writeFileSync(
    README,
    text.replace(PLACE, (_, begin, end) => `${begin}${speed(record)}\n\n${sizes(record)}\n${end}`),
  )
}

/** A row for each case, and one for each further way to call this package. */
function speed({ results, node, machine, date }) {
  const names = [...new Set(results.flatMap(({ figures }) => Object.keys(figures)))].filter(
    (name) => !name.startsWith(OURS),
  )
  const rows = results.flatMap(({ title, unit, figures }) => {
    const ours = Object.keys(figures).filter((name) => name.startsWith(OURS))
    return ours.map((name, i) => {
      const others = names.map((other) => (i === 0 && other in figures ? digits(figures[other]) : ''))
      return [`${title}${name.slice(OURS.length)}, ${unit}`, `**${digits(figures[name])}**`, ...others]
    })
  })
  return [
    `${date}, Node ${node.slice(1)}, one core of ${machine.cpu}; minima. MB/s: higher is better; ns and ms: lower.`,
    '',
    ...table(['', OURS, ...names], rows),
  ].join('\n')
}

function sizes({ bundles }) {
  const rows = Object.entries(bundles).map(([name, { bytes, gzip }]) => [name, kilobytes(bytes), kilobytes(gzip)])
  return ['What one function adds to a bundle:', '', ...table(['', 'minified', 'gzipped'], rows)].join('\n')
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)]
}

function digits(value) {
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
