import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, root } from './process.mjs'
import { phase } from './progress.mjs'

/**
 * Installs packages when the installed ones differ from package-lock.json. Building and testing needs `all`; a built
 * server runs with the `production` ones, so an image made with --omit=dev stays as it is.
 */
export async function ensureInstalled(which) {
  if (isInstalled(which)) return
  const options = ['--include=dev', '--include=optional', '--no-progress', '--loglevel=error']
  await phase('Installing packages, which takes one to three minutes', () =>
    mustRun('npm ci', 'npm', ['ci', ...options]),
  )
}

function isInstalled(which) {
  const locked = packages('package-lock.json')
  // npm writes this file at the very end, so an interrupted install has none.
  const present = packages('node_modules/.package-lock.json')
  if (!locked || !present) return false

  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '' || (which === 'production' && wanted.dev)) return true
    const found = present[path]
    if (!found) return wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

function packages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}
