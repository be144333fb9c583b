import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { productVersion } from '../server/product-version.ts'

const versionOf = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version
const version = versionOf('package.json')
const sections = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
  ([, name = '']) => name,
)

/** Such as 1_002_003 of `1.2.3`. */
const rank = (text: string) => text.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0)

test('an unreleased version says so, and a released one is the first of the changelog', () => {
  const [first = '', ...older] = sections
  const [released = '', suffix] = version.split('-')

  if (first === 'Next') {
    expect(suffix, 'CHANGELOG.md begins with Next, so package.json ends with -dev').toBe('dev')
    expect(rank(released)).toBeGreaterThan(rank(older[0] ?? ''))
  } else expect(version).toBe(first)
})

test('the changelog has every version once, the newest first', () => {
  const released = sections.filter((name) => name !== 'Next')

  expect(released.every((name) => /^\d+\.\d+\.\d+$/.test(name))).toBe(true)
  expect(released.toSorted((a, b) => rank(b) - rank(a))).toEqual(released)
  expect(new Set(released).size).toBe(released.length)
})

test('package-lock.json and the manifests of Kubernetes name the version of package.json', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const [, tag] = /newTag: (.+)/.exec(readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8')) ?? []

  expect([versionOf('package-lock.json'), packages[''].version, tag]).toEqual([version, version, version])
})

test('a commit with a tag of a version is that version', ({ skip }) => {
  const tag = tagOfHead()
  if (!tag) return skip('This commit has no tag of a version.')

  expect(tag).toBe(`v${version}`)
})

/** Such as `v1.0.0`; undefined for a commit without one, and without git. */
function tagOfHead(): string | undefined {
  try {
    const args = ['describe', '--tags', '--exact-match', '--match', 'v[0-9]*']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

test('two builds of one version differ', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-version-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'package.json'), '{"version":"1.1.0"}')
  const versionOfBuild = async (build: string) => {
    await writeFile(join(folder, 'dist/build'), build)
    return productVersion(join(folder, 'dist'))
  }

  expect(productVersion(join(folder, 'dist'))).toBe('1.1.0')
  expect([await versionOfBuild('3f2a9c01d4'), await versionOfBuild('0123456789')]).toEqual([
    '1.1.0+3f2a9c01d4',
    '1.1.0+0123456789',
  ])
})
