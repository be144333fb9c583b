import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isInstalled } from '../scripts/ensure-installed.mjs'

type Locked = Record<string, { version?: string; dev?: boolean; link?: boolean; optional?: boolean }>

const locked: Locked = {
  '': {},
  tools: {},
  'node_modules/tools': { link: true },
  'node_modules/sharp': { version: '1.0.0' },
  'node_modules/sharp-darwin': { version: '1.0.0', optional: true },
  'node_modules/vite': { version: '2.0.0', dev: true },
  'node_modules/vitest': { version: '3.0.0', dev: true },
}
Object.assign(locked[''] ?? {}, { dependencies: { sharp: '1.0.0' }, devDependencies: { vite: '2.0.0' } })

const only = (...names: Array<string>): Locked =>
  Object.fromEntries(names.map((name) => [`node_modules/${name}`, locked[`node_modules/${name}`] ?? {}]))

test.each([
  { installed: only(), scopes: [] },
  { installed: only('sharp'), scopes: ['production'] },
  { installed: only('vite'), scopes: [] },
  { installed: only('sharp', 'vite'), scopes: ['production', 'build'] },
  { installed: only('sharp', 'vite', 'vitest'), scopes: ['production', 'build', 'all'] },
])('packages $installed are enough for $scopes', ({ installed, scopes }) => {
  const enough = ['production', 'build', 'all'].filter((scope) => isInstalled(scope, { locked, installed }))

  expect(enough).toEqual(scopes)
})

test('a package of another version is installed again', () => {
  const installed = { ...only('sharp', 'vite', 'vitest'), 'node_modules/sharp': { version: '0.9.0' } }

  for (const scope of ['production', 'build', 'all'])
    expect(isInstalled(scope, { locked, installed })).toBe(false)
})

test('an outdated package of the tests does not concern a build', () => {
  const installed = { ...only('sharp', 'vite'), 'node_modules/vitest': { version: '2.9.0', dev: true } }

  expect(isInstalled('production', { locked, installed })).toBe(true)
  expect(isInstalled('all', { locked, installed })).toBe(false)
})

test('npm start installs no test runner, browser or type checker', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { devDependencies: tools } = JSON.parse(readFileSync('tools/package.json', 'utf8'))
  const names = Object.keys({ ...dependencies, ...devDependencies })

  expect(Object.keys(tools)).toContain('vitest')
  expect(
    names.filter((name) => /playwright|chromium|vitest|biome|typescript|knip|^@types\//.test(name)),
  ).toEqual([])
})

test('Node is locked with its hash for each processor of Linux, in one version', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const nodes = ['arm64', 'x64'].map((cpu) => packages[`node_modules/node-linux-${cpu}`])

  for (const node of nodes) {
    expect(node).toMatchObject({ version: nodes[0].version, optional: true, bin: { node: 'bin/node' } })
    expect(node.integrity).toMatch(/^sha512-[\w+/]{86}==$/)
  }
  expect(process.version).toBe(`v${nodes[0].version}`)
})
