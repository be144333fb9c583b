import { commandErrorMessage } from '../adapters/run-command.ts'
import { commands, helpText } from './commands.ts'
import { dataDir, loadSettings } from './environment.ts'
import { becomeOwnerOf } from './run-as.ts'
import { SettingsFileError } from './settings-file.ts'

/** Exit codes of sysexits.h. systemd does not start a server again whose settings are wrong. */
const usageExitCode = 64
const settingsExitCode = 78

/** Commands that are written as options too. */
const optionNames: ReadonlyMap<string, string> = new Map([
  ['-h', 'help'],
  ['--help', 'help'],
  ['-v', 'version'],
  ['--version', 'version'],
])

/**
 * `tipdrop [--settings FILE] COMMAND …`: reads the settings, becomes the user of the data, and runs the program of the
 * command with the other arguments. Without a command it runs the server.
 */
async function main(): Promise<void> {
  const { settings, words } = readArguments(process.argv.slice(2))
  const [name = 'server', ...rest] = words
  const command = commands.get(optionNames.get(name) ?? name)
  if (!command) {
    console.error(`There is no command ${name}.\n\n${helpText()}`)
    process.exit(usageExitCode)
  }
  if (command.runsAs !== 'bare') loadSettings(settings)
  if (command.runsAs === 'data') becomeOwnerOf(dataDir(), command)
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...rest)
  await command.load()
}

/** `--settings` may be anywhere before `--`, which npm and others write before a command's own arguments. */
function readArguments(args: Array<string>): { settings: string | undefined; words: Array<string> } {
  const words: Array<string> = []
  let settings: string | undefined
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '--') return { settings, words: [...words, ...args.slice(index + 1)] }
    if (word === '--settings') {
      index++
      settings = args[index] ?? ''
    } else if (word.startsWith('--settings=')) settings = word.slice('--settings='.length)
    else words.push(word)
    if (settings === '') throw new SettingsFileError('Write the path of the settings file after --settings.')
  }
  return { settings, words }
}

main().catch((error: unknown) => {
  console.error(commandErrorMessage(error))
  process.exit(error instanceof SettingsFileError ? settingsExitCode : 1)
})
