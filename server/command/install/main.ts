import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { Email } from '../../../contract/schemas.ts'
import { productName } from '../../../contract/site.ts'
import { runCommand } from '../../adapters/run-command.ts'
import { installedSettingsFile } from '../../config/command-line.ts'
import { isOrigin } from '../../config/parsers.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { productVersion } from '../../product-version.ts'
import { installedDataDir } from '../environment.ts'
import { parseSettings } from '../settings-file.ts'
import { copyRelease, openToUsers, releasesFolder, removeOldReleases } from './releases.ts'
import { type Answers, newSettings } from './settings-template.ts'
import { restartUnits, runningUnits, startUnit } from './start-units.ts'
import {
  createUser,
  done,
  findUser,
  isSystemdRunning,
  mustRun,
  pointTo,
  userName,
  writeIfDifferent,
} from './system.ts'

const usage = `sudo ./tipdrop install [--public-url URL] [--admin-email EMAIL] [--demo] [--port 3000]`
const unitFolder = '/etc/systemd/system'
const program = '/usr/local/bin/tipdrop'
/** The folder of the unpacked release that this is. */
const release = resolve(import.meta.dirname, '..')

/**
 * Installs this release for systemd, or goes to it from another one. What is there already stays: settings, data, user.
 * Throws a sentence.
 */
async function main(args: Array<string>): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      'public-url': { type: 'string' },
      'admin-email': { type: 'string' },
      demo: { type: 'boolean' },
      port: { type: 'string' },
    },
  })
  requireInstallable()
  process.umask(0o022)
  const answers = checkAnswers(
    existsSync(installedSettingsFile)
      ? { isDemo: false }
      : await ask({
          publicUrl: values['public-url'],
          adminEmail: values['admin-email'],
          isDemo: values.demo ?? false,
        }),
  )
  const unit = `tipdrop@${checkPort(values.port ?? '3000')}`

  const user = findUser() ?? createUser(installedDataDir)
  done(`user ${userName}`)
  writeSettings(answers, user)
  // A version that does not accept the settings is not switched to.
  const problem = settingsProblem()
  // An install that was cut off has a version that nothing starts.
  const isRunning = runningUnits().length > 0
  const isUpgrade = isRunning || hasEnabledUnit()
  if (problem && isUpgrade) throw new Error(`${problem}\n${nothingChanged({ isRunning })}`)
  makeDataFolder(user)
  const before = currentVersion()
  const isNewRelease = before !== productVersion()
  if (isNewRelease) copyRelease(release, productVersion())
  openToUsers(productVersion())
  pointTo(join(releasesFolder, 'current'), productVersion())
  if (isNewRelease) removeOldReleases([productVersion(), before])
  pointTo(program, join(releasesFolder, 'current/tipdrop'))
  done(`${productName} ${productVersion()} in ${releasesFolder}, and the command tipdrop`)
  const isChanged = copyUnits()
  if (!isUpgrade) mustRun('systemctl', ['enable', '--quiet', unit])
  if (!isSystemdRunning()) {
    console.log(
      `\nsystemd does not run here, so nothing was started. When it does:\n  systemctl start ${unit}`,
    )
  } else {
    if (isChanged) mustRun('systemctl', ['daemon-reload'])
    if (isUpgrade) await restartUnits({ isNeeded: isNewRelease || isChanged })
    else if (!problem) await startUnit(unit)
  }
  sayNext(problem, unit)
  return 0
}

function nothingChanged({ isRunning }: { isRunning: boolean }): string {
  return isRunning
    ? 'Nothing was changed: the version before runs on.'
    : `Nothing was changed, and nothing runs. Complete ${installedSettingsFile}, and run this again.`
}

/** Whether systemd starts a process of ours with the machine, also where it does not run now. */
function hasEnabledUnit(): boolean {
  const wants = join(unitFolder, 'multi-user.target.wants')
  return existsSync(wants) && readdirSync(wants).some((name) => /^tipdrop@\d+\.service$/.test(name))
}

function requireInstallable(): void {
  if (process.platform !== 'linux') throw new Error('The installer is for Linux with systemd.')
  if (!existsSync(join(release, 'bin/node')))
    throw new Error('Only a release can be installed. Make one with npm run package, and unpack it.')
  if (process.getuid?.() !== 0) throw new Error(`Run this with sudo: ${usage}`)
  if (!existsSync(unitFolder)) throw new Error('There is no systemd on this machine.')
  if (existsSync(join(releasesFolder, 'server.js')))
    throw new Error(
      `${releasesFolder} has a release that this command didn’t install. Stop it, move it away (mv ${releasesFolder} ${releasesFolder}-before), and run this again. Its data and settings stay.`,
    )
}

/** Asks for what the command line does not say, when somebody can answer. */
async function ask(answers: Answers): Promise<Answers> {
  if (!process.stdin.isTTY || answers.publicUrl !== undefined) return answers
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const publicUrl = await terminal.question(
      'Public address, such as https://tips.example.com (empty: this machine only): ',
    )
    const adminEmail =
      answers.adminEmail ?? (await terminal.question('Your email address, which may open /admin: '))
    return {
      ...answers,
      publicUrl: publicUrl.trim() || undefined,
      adminEmail: adminEmail.trim() || undefined,
    }
  } finally {
    terminal.close()
  }
}

function checkAnswers(answers: Answers): Answers {
  const { publicUrl, adminEmail } = answers
  if (publicUrl !== undefined && !isOrigin(publicUrl))
    throw new Error('--public-url must be a URL without a path, such as https://tips.example.com.')
  if (adminEmail !== undefined && !Email.safeParse(adminEmail).success)
    throw new Error('--admin-email must be an email address like name@example.com.')
  return answers
}

function checkPort(port: string): string {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new Error('--port must be a number from 1 to 65535.')
  return port
}

/** The server reads the file as its own user, and no one else may: it has secrets. */
function writeSettings(answers: Answers, { gid }: { gid: number }): void {
  const isNew = !existsSync(installedSettingsFile)
  if (isNew) {
    mkdirSync(dirname(installedSettingsFile), { recursive: true })
    // Half a file would be kept as it is.
    const next = `${installedSettingsFile}.new`
    writeFileSync(next, newSettings(answers, installedDataDir), { mode: 0o600 })
    renameSync(next, installedSettingsFile)
  }
  chownSync(installedSettingsFile, 0, gid)
  chmodSync(installedSettingsFile, 0o640)
  done(`settings in ${installedSettingsFile}${isNew ? '' : ', as they were'}`)
}

/** What the start would refuse; undefined when the settings are complete. Throws for a line that cannot be read. */
function settingsProblem(): string | undefined {
  const settings = parseSettings(readFileSync(installedSettingsFile, 'utf8'), installedSettingsFile)
  try {
    readConfig({ DATA_DIR: installedDataDir, ...Object.fromEntries(settings) })
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

function makeDataFolder({ uid, gid }: { uid: number; gid: number }): void {
  if (!existsSync(installedDataDir)) {
    mkdirSync(installedDataDir, { recursive: true, mode: 0o700 })
    chownSync(installedDataDir, uid, gid)
  }
  done(`data in ${installedDataDir}`)
}

function currentVersion(): string | undefined {
  const link = join(releasesFolder, 'current')
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()
    ? basename(readlinkSync(link))
    : undefined
}

function copyUnits(): boolean {
  const folder = join(release, 'deploy/systemd')
  const changed = readdirSync(folder).filter((name) =>
    writeIfDifferent(join(unitFolder, name), readFileSync(join(folder, name), 'utf8')),
  )
  done(`units in ${unitFolder}`)
  return changed.length > 0
}

function sayNext(problem: string | undefined, unit: string): void {
  if (problem) {
    console.log(`\nBefore it can start, the settings need more:\n${problem.split('\n').slice(1).join('\n')}`)
    console.log(
      `\nNext:\n  sudoedit ${installedSettingsFile}\n  sudo systemctl start ${unit}\n  sudo tipdrop status`,
    )
    return
  }
  console.log('\nNext:\n  sudo tipdrop status\n  sudo tipdrop doctor')
}

runCommand(main)
