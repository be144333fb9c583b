import { createLogger } from '../adapters/logger.ts'
import { runCommand } from '../adapters/run-command.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { readConfig } from '../config.ts'
import { createFileStore, createMailer, createPaymentProvider } from '../create-services.ts'
import { createDatabase, openPool } from '../db/database.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import type { Ports } from '../ports/index.ts'
import { connectionOfInstance } from '../verify/connect.ts'
import { type Check, type CheckResult, fail, ok, runChecks } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { providerChecks } from './provider-checks.ts'
import { serviceChecks } from './service-checks.ts'

/** Checks the database and each configured service, and prints how to fix each. Exits with 1 if one failed. */
async function main(): Promise<number> {
  const config = readConfig()
  const log = createLogger('silent')
  const clock = systemClock
  const { mailer, close: closeMailer } = await createMailer(config, { clock })
  const fileStore = await createFileStore(config)
  const print = (line: string) => console.log(line)
  const results = await runChecks(serviceChecks({ config, fileStore, mailer, clock }), print)
  await closeMailer()

  const database = await connectionOfInstance(config).catch((error: Error) => error)
  if (database instanceof Error) {
    const unreachable: Check = {
      name: 'database',
      run: async () =>
        fail(messageWithoutValues(database), 'Check DATABASE_URL, or start the instance once.'),
    }
    return summarize([...results, ...(await runChecks([unreachable], print))])
  }
  const pool = openPool({ ...database.connection, max: 3 }, () => undefined)
  try {
    const db = createDatabase(pool)
    const { payments } = await createPaymentProvider({ config, db, clock, log })
    const checks = [
      ...databaseChecks({ config, pool, db }),
      { name: 'card provider', run: () => checkProvider(payments) },
      ...(await providerChecks({ config, provider: payments })),
    ]
    return summarize([...results, ...(await runChecks(checks, print))])
  } finally {
    await pool.end()
    await database.close()
  }
}

async function checkProvider(provider: Ports['paymentProvider']): Promise<CheckResult> {
  try {
    await provider.ping()
    return ok(`${provider.id} answers, in ${provider.mode} mode`)
  } catch (error) {
    return fail(
      `${provider.id} does not answer (${messageWithoutValues(error)})`,
      'Check STRIPE_SECRET_KEY and that this machine reaches api.stripe.com.',
    )
  }
}

function summarize(results: Array<CheckResult>): number {
  const count = (level: CheckResult['level']) => results.filter((result) => result.level === level).length
  console.log(`${count('ok')} ok, ${count('warn')} warnings, ${count('fail')} failed`)
  return count('fail') === 0 ? 0 : 1
}

runCommand(main)
