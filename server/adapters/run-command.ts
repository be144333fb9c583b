import { userInfo } from 'node:os'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { databaseProblem } from '../db/database-problem.ts'
import { loggedError, messageWithoutValues } from '../db/logged-error.ts'

/**
 * Runs a command's main function, whose result is the exit code. An error is printed as one sentence, and the code is 1.
 * The stack is printed only with LOG_LEVEL=debug or trace. Ctrl+C and `kill` end it at once, unless it `endsItself`.
 */
export function runCommand(
  main: (args: Array<string>) => Promise<number>,
  { endsItself = false }: { endsItself?: boolean } = {},
): void {
  // A reader that ends early, such as `head`.
  process.stdout.on('error', () => process.exit(0))
  process.on('uncaughtException', exitWithSentence)
  // Ends without a word, and runs what cleans up at the exit.
  for (const [signal, number] of endsItself ? [] : stopSignals)
    process.on(signal, () => process.exit(128 + number))
  main(process.argv.slice(2)).then((code) => process.exit(code), exitWithSentence)
}

/** As a shell reports them. */
const stopSignals = [
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const

function exitWithSentence(error: unknown): never {
  const config = configIfValid()
  console.error(commandErrorMessage(error, config))
  if (/^(debug|trace)$/.test(config?.logLevel ?? '')) console.error(loggedError(error))
  process.exit(1)
}

/** What failed, in words for the operator's terminal: no SQL, no values and no stack. */
export function commandErrorMessage(
  error: unknown,
  { databaseUrl }: Partial<Pick<Config, 'databaseUrl'>> = {},
): string {
  if (error instanceof ConfigError) return error.message
  return databaseProblem(error, { databaseUrl }) ?? fileProblem(error) ?? messageWithoutValues(error)
}

/** What the operating system refused, with the user who asked. */
function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined
  // An unfinished file has the name of the whole one, and an ending.
  const path = String(error.path).replace(/\.part$/, '')
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return `The user ${userName()} may not use ${path}. Choose a place that this user may read and write, or run the command as the owner of the data.`
    case 'ENOENT':
      return `There is no ${path}.`
    case 'ENOSPC':
      return `There is no space left for ${path}.`
    case 'EROFS':
      return `${path} is on a file system that can only be read.`
    default:
      return undefined
  }
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

function configIfValid(): Config | undefined {
  try {
    return readConfig()
  } catch {
    return undefined
  }
}
