import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Not below node_modules, where the build would not find its settings. */
const cacheDir = join(tmpdir(), 'tipdrop-bench-builds')

/** The path of the revision's built server. A build is kept for the next call. */
export function buildRevision(revision: string): string {
  const folder = join(cacheDir, shortHash(revision))
  const server = join(folder, 'dist/server.js')
  if (existsSync(server)) return server

  extractRevision(revision, folder)
  build(folder)
  return server
}

/** The path of this working tree's built server. It is always built, because its sources may have changed. */
export function buildOwn(): string {
  build(root)
  return join(root, 'dist/server.js')
}

function build(folder: string): void {
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Writes the sources of a commit to a new folder, with its packages. */
function extractRevision(revision: string, folder: string): void {
  if (existsSync(folder)) return
  const partial = `${folder}-${process.pid}`
  mkdirSync(partial, { recursive: true })
  git('archive', `--output=${partial}.tar`, revision)
  execFileSync('tar', ['-xf', `${partial}.tar`, '-C', partial])
  rmSync(`${partial}.tar`)
  if (needsNoOtherPackages(partial)) symlinkSync(join(root, 'node_modules'), join(partial, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: partial, stdio: 'inherit' })
  renameSync(partial, folder)
}

function shortHash(revision: string): string {
  return git('rev-parse', '--short=12', `${revision}^{commit}`).trim()
}

function git(...args: Array<string>): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** True when every package of the revision is installed here in the same version, perhaps beside others. */
function needsNoOtherPackages(folder: string): boolean {
  const own = lockedVersions(root)
  return Object.entries(lockedVersions(folder)).every(([path, version]) => own[path] === version)
}

function lockedVersions(folder: string): Record<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return Object.fromEntries(
    Object.entries(packages)
      .filter(([path]) => path.startsWith('node_modules/'))
      .map(([path, { version }]) => [path, version]),
  )
}
