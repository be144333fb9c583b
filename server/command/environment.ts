import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { installedSettingsFile, setSettingsFile } from '../config/command-line.ts'
import { parseSettings, SettingsFileError } from './settings-file.ts'

/** The folder of the data where that file does not name another. */
export const installedDataDir = '/var/lib/tipdrop'

/**
 * Adds the settings of a file to our environment: that of `--settings` or TIPDROP_SETTINGS, else the installed one if it
 * exists. A variable that is set already, also an empty one, wins. Returns the file's path; undefined when there is none.
 * Throws SettingsFileError.
 */
export function loadSettings(named: string | undefined): string | undefined {
  const path = named ?? (process.env.TIPDROP_SETTINGS || undefined)
  const file = resolve(path ?? installedSettingsFile)
  const text = readSettings(file, { isOptional: path === undefined })
  if (text === undefined) return undefined
  const settings = parseSettings(text, file)
  const dataDir = process.env.DATA_DIR ?? settings.get('DATA_DIR') ?? defaultDataDir(file)
  // Commands run in any folder.
  if (!isAbsolute(dataDir))
    throw new SettingsFileError(
      `DATA_DIR${process.env.DATA_DIR === undefined ? ` in ${file}` : ', a variable of this command,'} must be a whole path, which begins with a slash.`,
    )
  // Node has read its own variable at the start of this process, before the file.
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? settings.get('NODE_EXTRA_CA_CERTS')
  if (certificates && process.env.NODE_EXTRA_CA_CERTS === undefined) trust(certificates, file)
  for (const [name, value] of settings) process.env[name] ??= value
  process.env.DATA_DIR = dataDir
  process.env.TIPDROP_SETTINGS = file
  setSettingsFile(file)
  return file
}

/** Trusts the certificates of a file too, in every connection from now on. Throws SettingsFileError. */
function trust(certificates: string, file: string): void {
  try {
    const text = readFileSync(certificates, 'utf8')
    const own = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
    if (!own) throw new Error('it has none')
    setDefaultCACertificates([...getCACertificates(), ...own])
  } catch (error) {
    const { code, message } = Object(error)
    throw new SettingsFileError(
      `NODE_EXTRA_CA_CERTS in ${file} must be a file with certificates in PEM that the server may read. ${certificates} cannot be used (${code ?? message}).`,
    )
  }
}

/** The folder of the data, as config.ts reads it. */
export function dataDir(): string {
  return resolve(process.env.DATA_DIR?.trim() || './data')
}

/** The file that the settings were read from; undefined when they are variables only. */
export function settingsFileName(): string | undefined {
  return process.env.TIPDROP_SETTINGS || undefined
}

/** As the login of a user sets it: drivers read the name and the files of the home folder. */
export function setUser({ username, homedir }: { username: string; homedir: string }): void {
  Object.assign(process.env, { USER: username, LOGNAME: username, HOME: homedir })
}

function defaultDataDir(file: string): string {
  if (dirname(file) === dirname(installedSettingsFile)) return installedDataDir
  throw new SettingsFileError(
    `${file} does not say where the data is. Add a line DATA_DIR=/path/of/the/data.`,
  )
}

function readSettings(file: string, { isOptional }: { isOptional: boolean }): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' && isOptional) return undefined
    if (code === 'ENOENT') throw new SettingsFileError(`There is no settings file ${file}.`)
    if (code === 'EACCES')
      throw new SettingsFileError(`You may not read the settings in ${file}. Run this with sudo.`)
    if (code === 'EISDIR') throw new SettingsFileError(`${file} is a folder, and not a settings file.`)
    throw new SettingsFileError(`${file} cannot be read (${code ?? String(error)}).`)
  }
}
