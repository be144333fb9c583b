import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

/** Writes the licenses of the production packages into one file. */
export function writeNotices(file) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const notices = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, path)))
    .map(([path, { version, license = 'see below' }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return [`${name} ${version} (${license})`, ...licenseTexts(join(root, path))].join('\n\n')
    })
  const line = `\n\n${'-'.repeat(80)}\n\n`
  writeFileSync(file, `Tipdrop contains and runs with these packages.${line}${notices.sort().join(line)}\n`)
}

function licenseTexts(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice|copying)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
}
