import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type LockedPackage = {
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '..')

/** Licenses that need no more than a notice; exceptions are listed below by package. */
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
 * Libraries whose changed sources would have to be published, and libraries with a permissive license that is not listed
 * above or stated only in a file.
 * sharp loads libvips as a separate library. satori and mediabunny are bundled unchanged; lightningcss is not in a bundle.
 */
const exceptions: Array<[name: RegExp, license: string]> = [
  [/^@img\/sharp-(libvips|wasm32|win32)/, 'LGPL-3.0-or-later'],
  [/^(satori|mediabunny|lightningcss(-.+)?)$/, 'MPL-2.0'],
  [/^type-fest$/, 'CC0-1.0'],
  [/^(wouter|robust-predicates)$/, 'Unlicense'],
  [/^(png-js|combine-errors)$/, ''],
]

/** Packages for building, and tools that other packages name as optional peers. All others are bundled. */
const buildTools =
  /^(@playwright\/|@tailwindcss\/|@types\/|@vitejs\/|drizzle-kit$|esbuild$|tailwindcss$|tsx$|typescript$|vite$|vitest$)/

test('every production package has a permitted license', () => {
  const used = usedInProduction()

  const forbidden = used
    .map(([path, { license = '' }]) => [path.replace(/^.*node_modules\//, ''), license] as const)
    .filter(([name, license]) => !isAllowed(name, license))

  expect(used.length).toBeGreaterThan(200)
  expect(forbidden).toEqual([])
})

/** Installed and bundled packages with their dependencies, by path. */
function usedInProduction(): Array<[path: string, lockedPackage: LockedPackage]> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const { devDependencies = {}, ...project } = packages[''] ?? {}
  const bundled = Object.keys(devDependencies).filter((name) => !buildTools.test(name))
  const paths = new Set([...dependenciesOf(project), ...bundled].map((name) => `node_modules/${name}`))
  for (const path of paths) {
    for (const name of dependenciesOf(packages[path] ?? {})) {
      const found = resolvePackage(packages, path, name)
      if (found && !buildTools.test(name)) paths.add(found)
    }
  }
  return [...paths].map((path) => [path, packages[path] ?? {}])
}

function dependenciesOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: LockedPackage): Array<string> {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
}

/** The nearest package of that name, from the dependent's folder upwards. */
function resolvePackage(
  packages: Record<string, LockedPackage>,
  path: string,
  name: string,
): string | undefined {
  const candidate = `${path}/node_modules/${name}`
  if (packages[candidate]) return candidate
  const end = path.lastIndexOf('/node_modules/')
  if (end !== -1) return resolvePackage(packages, path.slice(0, end), name)
  return packages[`node_modules/${name}`] && `node_modules/${name}`
}

/** Every part of `A AND B` and of `A OR B` must be permitted, which is stricter than necessary. */
function isAllowed(name: string, license: string): boolean {
  const parts = license.replace(/[()]/g, '').split(/ (?:AND|OR) /i)
  return parts.every(
    (part) =>
      permissive.includes(part) ||
      exceptions.some(([names, allowed]) => allowed === part && names.test(name)),
  )
}
