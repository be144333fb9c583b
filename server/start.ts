import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from './adapters/logger.ts'
import { openDatabase } from './adapters/postgres/start.ts'
import { type Config, readConfig } from './config.ts'
import { isPassingDatabaseProblem } from './db/database-problem.ts'
import { redactConsoleErrors } from './db/logged-error.ts'
import { isPassingStartError, startupErrorMessage } from './startup-errors.ts'

/** Starts the database, and loads the code of the instance while the database starts. */
async function start(config: Config): Promise<void> {
  const log = createLogger(config.logLevel)
  if (
    !config.databaseUrl &&
    (config.replica || config.backup.to) &&
    !existsSync(join(config.dataDir, 'postgres'))
  ) {
    const { refuseLostData } = await import('./backup/lost-data.ts')
    await refuseLostData(config)
  }
  const database = openDatabase(config, log)
  // Loading keeps this thread busy, so the database's process must have been started before.
  await database.isLaunched
  const { startInstance } = await import('./start-instance.ts')
  await startInstance({ config, log, database: database.opened })
}

/** The exit code of a failed start that a restart would not help (scripts/keep-running.mjs). EX_CONFIG of sysexits.h. */
const configErrorExitCode = 78

/**
 * Prints one sentence for an error that the operator can fix. Its exit code says whether another start can help, as it
 * does when the database starts after us. Prints any other error's stack.
 */
function exitWithError(error: unknown, config?: Config): never {
  const message = startupErrorMessage(error, config ?? {})
  console.error(message ?? error)
  const canPass =
    message === undefined || isPassingStartError(error) || isPassingDatabaseProblem(error, config ?? {})
  process.exit(canPass ? 1 : configErrorExitCode)
}

redactConsoleErrors()
// Node would print the whole error, including the values of a failed query.
process.on('uncaughtException', (error) => {
  console.error('Uncaught', error)
  process.exit(1)
})

try {
  const config = readConfig()
  await start(config).catch((error: unknown) => exitWithError(error, config))
} catch (error) {
  exitWithError(error)
}
