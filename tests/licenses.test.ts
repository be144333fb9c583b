import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Locked = { license?: string; dev?: boolean; optional?: boolean }

const root = join(import.meta.dirname, '..')

/** Licenses that ask for no more than a notice; what asks for more is named below, package by package. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
]

/**
 * Libraries whose changed sources would have to be published, and one that states its license in a file only (MIT). sharp
 * loads libvips as a library of its own. satori is bundled as it is; lightningcss is not in the server's bundle.
 */
const named: Array<[name: RegExp, license: string]> = [
  [/^@img\/sharp-(libvips|wasm32|win32)/, 'LGPL-3.0-or-later'],
  [/^(satori|lightningcss(-.+)?)$/, 'MPL-2.0'],
  [/^type-fest$/, 'CC0-1.0'],
  [/^png-js$/, ''],
]

test('packages that run in production have a license that lets them', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const used = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)

  const refused = used
    .map(([path, { license = '' }]) => [path.replace(/^.*node_modules\//, ''), license] as const)
    .filter(([name, license]) => !isAllowed(name, license))

  expect(used.length).toBeGreaterThan(100)
  expect(refused).toEqual([])
})

/** Of `A AND B` each part counts, and of `A OR B` too: that is stricter than it must be. */
function isAllowed(name: string, license: string): boolean {
  const parts = license.replace(/[()]/g, '').split(/ (?:AND|OR) /)
  return parts.every(
    (part) =>
      permissive.includes(part) || named.some(([names, allowed]) => allowed === part && names.test(name)),
  )
}
