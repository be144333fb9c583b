import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where the installer and the units have the settings. Only root and the user of the data may read it. */
export const installedSettingsFile = '/etc/tipdrop/settings'

/** A release has the program beside `dist`, where this file is bundled. */
const isRelease = existsSync(join(import.meta.dirname, '../tipdrop'))

/** The commands that a clone has as scripts of npm. */
const npmScripts = ['backup', 'doctor', 'move', 'rehearse', 'restore', 'staff', 'verify']

type Place = { isRelease: boolean; settingsFile: string | undefined }

const place: Place = { isRelease, settingsFile: undefined }

/** Sets the file that the settings were read from. */
export function setSettingsFile(file: string): void {
  place.settingsFile = file
}

/**
 * A command as the operator types it: `sudo tipdrop backup --check FILE` with the installed settings, the same without
 * sudo where a release has others, and `npm run backup -- --check FILE` in a clone.
 */
export function commandLine(name: string, args = '', at: Place = place): string {
  const words = args ? ` ${args}` : ''
  if (at.isRelease)
    return `${at.settingsFile === installedSettingsFile ? 'sudo ' : ''}tipdrop ${name}${words}`
  if (!npmScripts.includes(name)) return `npm run tipdrop -- ${name}${words}`
  return args ? `npm run ${name} --${words}` : `npm run ${name}`
}

/** Lines of a command's usage, with what each does in a column of its own. */
export function usageOf(name: string, lines: Array<[args: string, does: string]>): string {
  const commands = lines.map(([args]) => commandLine(name, args))
  const width = Math.max(...commands.map(({ length }) => length)) + 2
  return lines.map(([, does], index) => `${commands[index]?.padEnd(width)}${does}`).join('\n')
}
