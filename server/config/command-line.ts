import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A release has the program beside `dist`, where this file is bundled. */
const isRelease = existsSync(join(import.meta.dirname, '../tipdrop'))

/**
 * A command as the operator types it: `tipdrop backup --check FILE` where a release is installed, and
 * `npm run backup -- --check FILE` in a clone.
 */
export function commandLine(name: string, args = ''): string {
  if (isRelease) return args ? `tipdrop ${name} ${args}` : `tipdrop ${name}`
  return args ? `npm run ${name} -- ${args}` : `npm run ${name}`
}

/** Lines of a command's usage, with what each does in a column of its own. */
export function usageOf(name: string, lines: Array<[args: string, does: string]>): string {
  const commands = lines.map(([args]) => commandLine(name, args))
  const width = Math.max(...commands.map(({ length }) => length)) + 2
  return lines.map(([, does], index) => `${commands[index]?.padEnd(width)}${does}`).join('\n')
}
