import { createLogger } from '../adapters/logger.ts'
import { createQueue } from '../adapters/pg-boss-queue.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { ConfigError, readConfig } from '../config.ts'
import { createDatabase, openPool } from '../db/database.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { staffRoleOf } from '../features/accounts/present.ts'
import { resetPasskeys } from '../features/accounts/reset-passkeys.ts'
import { selectStaff } from '../features/accounts/staff-repository.ts'
import { connectionOfInstance } from '../verify/connect.ts'

const usage = 'Use: npm run staff, or npm run staff -- reset-passkeys EMAIL'

/** Lists who may open the admin pages, or removes the passkeys of someone who lost them. Returns the exit code. */
async function main([command, email]: Array<string>): Promise<number> {
  if (command !== undefined && !(command === 'reset-passkeys' && email)) {
    console.error(usage)
    return 1
  }
  const config = readConfig()
  const { connection, close } = await connectionOfInstance(config)
  const pool = openPool({ ...connection, max: 2 }, () => undefined)
  try {
    const db = createDatabase(pool)
    if (email === undefined) {
      const members = await selectStaff(db, config.adminEmail)
      for (const { user, hasPasskey } of members) {
        const factor = hasPasskey ? 'has a passkey' : 'has no passkey'
        console.log(`${staffRoleOf(user, config) ?? 'none'}  ${user.email}  ${factor}`)
      }
      if (members.length === 0) console.log('No one has signed in with ADMIN_EMAIL yet.')
      return 0
    }
    const queue = await createQueue(connection, createLogger('silent'))
    const count = await resetPasskeys({ db, queue, clock: systemClock }, email).finally(() => queue.stop())
    console.log(`Removed ${count} passkeys of ${email} and ended the account’s sessions.`)
    return 0
  } finally {
    await pool.end()
    await close()
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : messageWithoutValues(error))
    process.exit(1)
  },
)
