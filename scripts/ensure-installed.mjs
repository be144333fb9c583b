import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, root } from './process.mjs'
import { phase } from './progress.mjs'

/**
 * Installs packages when the installed ones differ from package-lock.json. Building and testing needs `all`; a built
 * server runs with the `production` ones, so an image made with --omit=dev stays as it is.
 */
export async function ensureInstalled(scope) {
  if (isInstalled(scope)) return
  const options = ['--include=dev', '--include=optional', '--no-progress', '--loglevel=error']
  await phase('Installing packages, which takes one to three minutes', () =>
    mustRun('npm ci', 'npm', ['ci', ...options]),
  )
}

function isInstalled(scope) {
  const locked = packages('package-lock.json')
  // npm writes this file at the very end, so an interrupted install has none.
  const installed = packages('node_modules/.package-lock.json')
  if (!locked || !installed) return false

  return Object.entries(locked).every(([path, lockedPackage]) => {
    if (path === '' || (scope === 'production' && lockedPackage.dev)) return true
    const installedPackage = installed[path]
    if (!installedPackage) return lockedPackage.optional === true
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
