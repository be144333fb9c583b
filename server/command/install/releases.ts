import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from './system.ts'

/** A folder for each version, and `current`, a symbolic link to the one that runs. */
export const releasesFolder = '/opt/tipdrop'

/**
 * Copies an unpacked release to the folder of its version, unless it is there. A copy that is cut off leaves no folder
 * with the version's name.
 */
export function copyRelease(from: string, version: string): void {
  const target = join(releasesFolder, version)
  if (existsSync(target) && realpathSync(from) === realpathSync(target)) return
  const next = join(releasesFolder, `.new-${version}`)
  const old = join(releasesFolder, `.old-${version}`)
  mkdirSync(releasesFolder, { recursive: true })
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true })
  cpSync(from, next, { recursive: true, verbatimSymlinks: true })
  if (existsSync(target)) renameSync(target, old)
  renameSync(next, target)
  rmSync(old, { recursive: true, force: true })
}

/** Lets the user of the service read a version, which a strict umask of whoever unpacked it would keep out. */
export function openToUsers(version: string): void {
  mustRun('chmod', ['-R', 'u+rwX,go=rX', join(releasesFolder, version)])
}

/** Keeps the versions that are named, so that the way back is one version long. */
export function removeOldReleases(kept: Array<string | undefined>): void {
  for (const entry of readdirSync(releasesFolder, { withFileTypes: true })) {
    const isRelease = entry.isDirectory() && /^\.?(new-|old-)?\d/.test(entry.name)
    if (isRelease && !kept.includes(entry.name))
      rmSync(join(releasesFolder, entry.name), { recursive: true, force: true })
  }
}
