import { createLogger } from '../adapters/logger.ts'
import { createQueue } from '../adapters/queue.ts'
import { runCommand } from '../adapters/run-command.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { usageOf } from '../config/command-line.ts'
import { readConfig } from '../config.ts'
import { createDatabase, openPool } from '../db/database.ts'
import { transferOwnership } from '../features/people/accounts/ownership.ts'
import { staffRoleOf } from '../features/people/accounts/present.ts'
import { resetPasskeys } from '../features/people/accounts/reset-passkeys.ts'
import { selectStaff } from '../features/people/accounts/staff-repository.ts'
import { connectionOfInstance } from '../verify/connect.ts'

const usage = usageOf('staff', [
  ['', 'lists who may open the admin pages'],
  ['reset-passkeys EMAIL', 'removes the passkeys of someone who lost them'],
  ['make-owner EMAIL', 'makes someone the owner'],
])
const commands = ['reset-passkeys', 'make-owner']

/**
 * Lists who may open the admin pages, removes the passkeys of someone who lost them, or makes someone the owner.
 * Returns the exit code.
 */
async function main([command, email]: Array<string>): Promise<number> {
  if (command !== undefined && !(commands.includes(command) && email)) {
    console.error(usage)
    return 1
  }
  const config = readConfig()
  const { connection, close } = await connectionOfInstance(config)
  const pool = openPool({ ...connection, max: 2 }, () => undefined)
  try {
    const db = createDatabase(pool)
    if (email === undefined) {
      const members = await selectStaff(db)
      for (const { user, hasPasskey } of members) {
        const factor = hasPasskey ? 'has a passkey' : 'has no passkey'
        console.log(`${user.isOwner ? 'owner' : staffRoleOf(user)}  ${user.email}  ${factor}`)
      }
      if (members.length === 0) console.log('No one has signed in with ADMIN_EMAIL yet.')
      return 0
    }
    const queue = await createQueue(connection, createLogger('silent'))
    const ports = { db, queue, config, clock: systemClock }
    const run = command === 'make-owner' ? makeOwner : resetKeys
    await run(ports, email).finally(() => queue.stop())
    return 0
  } finally {
    await pool.end()
    await close()
  }
}

type CommandPorts = Parameters<typeof resetPasskeys>[0] & Parameters<typeof transferOwnership>[0]

async function makeOwner(ports: CommandPorts, email: string): Promise<void> {
  await transferOwnership(ports, email)
  console.log(`${email} is the owner now.`)
}

async function resetKeys(ports: CommandPorts, email: string): Promise<void> {
  const count = await resetPasskeys(ports, email)
  console.log(`Removed ${count} passkeys of ${email} and ended the account’s sessions.`)
}

runCommand(main)
