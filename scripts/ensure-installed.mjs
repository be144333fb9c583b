import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureNode } from './install-node.mjs'
import { mustRun, root } from './process.mjs'
import { phase } from './progress.mjs'

/** npm writes this file at the very end, so an interrupted install has none. */
const installedFile = 'node_modules/.package-lock.json'

/** The packages of tests and checks are those of the workspace `tools`. */
const scopes = {
  production: ['--workspaces=false', '--omit=dev'],
  // Without the last option npm adds Vitest, happy-dom and drizzle-kit: optional peers of Better Auth.
  build: ['--workspaces=false', '--include=dev', '--legacy-peer-deps'],
  all: ['--include=dev'],
}
const options = ['--include=optional', '--prefer-offline', '--no-progress', '--loglevel=error']

/**
 * Installs packages when the installed ones differ from package-lock.json. `all` has the tools of tests and checks too,
 * `build` what building needs, and `production` what a built server runs with, so an image made with --omit=dev stays as
 * it is. Returns whether it installed.
 */
export async function ensureInstalled(scope) {
  const installed = await installPackages(scope)
  await ensureNode()
  return installed
}

async function installPackages(scope) {
  const locked = packages('package-lock.json')
  const installed = packages(installedFile)
  const has = (wanted) => locked && installed && isInstalled(wanted, { locked, installed })
  if (has(scope)) return false

  // A running server needs its packages, so others are added to them. `npm ci` removes all first.
  const command = has('production') ? ['install', '--no-save'] : ['ci']
  // Who has the tools keeps them.
  const wanted = installed?.['node_modules/tipdrop-tools'] ? scopes.all : scopes[scope]
  await phase('Installing packages, which takes a minute or more', () =>
    mustRun(`npm ${command[0]}`, 'npm', [...command, ...wanted, ...options]),
  )
  return true
}

/**
 * Removes what only building needs, which is most of the disk space. A running server is not affected. An interrupted
 * removal leaves the production packages complete.
 */
export async function removeBuildPackages() {
  const file = join(root, installedFile)
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev)
  writeFileSync(file, JSON.stringify({ ...lock, packages: Object.fromEntries(kept) }, null, 2))
  // npm trusts this file only when it is newer than the folders.
  utimesSync(file, 0, 0)
  await mustRun('npm prune', 'npm', ['prune', '--workspaces=false', '--omit=dev', ...options], {
    quiet: ['stdout'],
  })
  removeNodeHeaders()
}

/** Only compiling another program against Node needs them. */
function removeNodeHeaders() {
  const folder = join(root, 'node_modules', `node-${process.platform}-${process.arch}`)
  for (const name of ['include', 'share']) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Compares two lock files' packages by path. */
export function isInstalled(scope, { locked, installed }) {
  const { dependencies, devDependencies } = locked[''] ?? {}
  // npm installs a package with all that it depends on, so the build has its packages when it has the direct ones.
  const direct = Object.keys({ ...dependencies, ...devDependencies }).map((name) => `node_modules/${name}`)
  if (scope === 'build' && !direct.every((path) => installed[path])) return false

  return Object.entries(locked).every(([path, lockedPackage]) => {
    // The project itself, and its workspace.
    if (!path.startsWith('node_modules/') || lockedPackage.link) return true
    if (scope === 'production' && lockedPackage.dev) return true
    const installedPackage = installed[path]
    if (!installedPackage) return lockedPackage.optional === true || scope === 'build'
    return (
      installedPackage.version === lockedPackage.version &&
      installedPackage.integrity === lockedPackage.integrity
    )
  })
}

function packages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}
