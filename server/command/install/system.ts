import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

export const userName = 'tipdrop'

/** Prints a step that was done. */
export function done(what: string): void {
  console.log(`  ok  ${what}`)
}

/** Runs a program of the system. Throws what it printed when it fails. */
export function mustRun(program: string, args: Array<string>): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw new Error(`${program} is not on this machine.`)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${(stderr || stdout).trim()}`)
  return stdout
}

/** Whether systemd runs this machine. In an image that is being built it is installed and does not. */
export function isSystemdRunning(): boolean {
  return existsSync('/run/systemd/system')
}

/** The ids of the user of the service; undefined when there is none. */
export function findUser(): { uid: number; gid: number } | undefined {
  const { status, stdout } = spawnSync('getent', ['passwd', userName], { encoding: 'utf8' })
  if (status !== 0) return undefined
  const [, , uid, gid] = stdout.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** The database of a release needs a user with a name. */
export function createUser(home: string): { uid: number; gid: number } {
  const account = ['--home-dir', home, '--no-create-home', '--shell', '/usr/sbin/nologin']
  mustRun('useradd', ['--system', '--user-group', ...account, userName])
  const user = findUser()
  if (!user) throw new Error(`The user ${userName} could not be created.`)
  return user
}

/** Points a symbolic link to another place at once. */
export function pointTo(link: string, target: string): void {
  const next = `${link}.new`
  rmSync(next, { force: true })
  symlinkSync(target, next)
  renameSync(next, link)
}

/** Returns whether the file changed. */
export function writeIfDifferent(file: string, text: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
  writeFileSync(file, text, { mode: 0o644 })
  return true
}
