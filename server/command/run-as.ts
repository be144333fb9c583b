import { accessSync, chownSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { installedSettingsFile } from '../config/command-line.ts'
import { setUser } from './environment.ts'
import { findUser } from './install/system.ts'

/**
 * Makes us the user whom the data belongs to, when root runs a command, so that it leaves no files that the server may
 * not use. `makesFolder`: a folder that is missing is made. Throws a sentence when another user may not use the data.
 */
export function becomeOwnerOf(dataDir: string, { makesFolder }: { makesFolder?: true }): void {
  const self = process.getuid?.()
  if (self === undefined) return
  const owner = statOf(dataDir) ?? (self === 0 ? installedUser() : undefined)
  if (owner === undefined) return
  if (self === 0) {
    if (makesFolder) makeFolder(dataDir, owner)
    if (owner.uid === 0) return
    become(owner)
    if (!isUsable(import.meta.dirname, constants.R_OK | constants.X_OK))
      throw new Error(
        `The user ${userName()}, whom the data in ${dataDir} belongs to, may not read ${import.meta.dirname}. Install the release with sudo ./tipdrop install, or unpack it where every user may read it.`,
      )
    return
  }
  if (owner.uid !== self && !isUsable(dataDir, constants.R_OK | constants.W_OK | constants.X_OK))
    throw new Error(`The data in ${dataDir} belongs to another user. Run this with sudo.`)
}

/** The user of an installed release, whose data is in a folder that is missing. Undefined where no release is installed. */
function installedUser(): { uid: number; gid: number } | undefined {
  return existsSync(installedSettingsFile) ? findUser() : undefined
}

function makeFolder(dataDir: string, { uid, gid }: { uid: number; gid: number }): void {
  if (existsSync(dataDir)) return
  // The user must be able to enter the folders above it.
  const umask = process.umask(0o022)
  mkdirSync(dirname(dataDir), { recursive: true })
  process.umask(umask)
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, uid, gid)
}

/** The supplementary groups come first, because only root may set them. */
function become({ uid, gid }: { uid: number; gid: number }): void {
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  const user = userOf()
  if (user) setUser(user)
}

/** Undefined for a user without a name. */
function userOf() {
  try {
    return userInfo()
  } catch {
    return undefined
  }
}

function userName(): string {
  return userOf()?.username ?? String(process.getuid?.())
}

/** Undefined when there is no such folder yet. Throws a sentence when we may not know. */
function statOf(dataDir: string): { uid: number; gid: number } | undefined {
  try {
    return statSync(dataDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    if (code === 'EACCES')
      throw new Error(`The user ${userName()} may not enter ${dataDir}. Run this with sudo.`)
    throw error
  }
}

function isUsable(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode)
    return true
  } catch {
    return false
  }
}
