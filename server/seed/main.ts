import { eq, inArray } from 'drizzle-orm'
import { createLogger } from '../adapters/logger.ts'
import { compose } from '../compose.ts'
import { readConfig } from '../config.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { deliveries, users } from '../db/schema/index.ts'
import type { Ports } from '../ports/index.ts'
import { seedAdminData } from './admin-data.ts'
import { demoCreators } from './demo-data.ts'
import { seedEachEmail } from './each-email.ts'
import { type SeedClock, seedCreator } from './seed-creator.ts'

/** Fills an empty instance with demo data, through the site's own use cases. Idempotent. `--emails`: and one email of each kind. */
async function main(): Promise<void> {
  const config = readConfig()
  let currentTime = new Date()
  const clock: SeedClock = {
    now: () => currentTime,
    set: (next) => {
      currentTime = next
    },
  }
  const { ports, sandbox, stop } = await compose({ config, log: createLogger('error'), clock })
  try {
    if (!sandbox) throw new Error('Demo data uses test cards. Leave PAYMENT_PROVIDER unset to add it.')
    const emails = demoCreators.map(({ email }) => email)
    const existing = await ports.db.select().from(users).where(inArray(users.email, emails))
    if (existing.length > 0) return console.log('Demo data is already there. Sign in as one of its creators.')

    for (const person of demoCreators) {
      const { items, sales, refunds } = await seedCreator(ports, sandbox, clock, person)
      console.log(
        `${person.firstName} (${person.email}): ${items} items, ${sales} sales, ${refunds} ${refunds === 1 ? 'refund' : 'refunds'}`,
      )
    }
    await seedAdminData(ports)
    if (process.argv.includes('--emails')) await seedEachEmail(ports, sandbox, clock)
    await waitFromNow(ports)
    console.log(
      'Run npm start, then sign in with one of these addresses. The code is in the mailbox that npm start prints a link to.',
    )
  } finally {
    await stop()
  }
}

/** The emails of past sales are sent at the next start. They have not waited since the sale, as /admin/health would say. */
async function waitFromNow({ db }: Ports): Promise<void> {
  const now = new Date()
  await db.update(deliveries).set({ createdAt: now, nextAt: now }).where(eq(deliveries.state, 'waiting'))
}

main().catch((error: unknown) => {
  console.error(messageWithoutValues(error))
  process.exitCode = 1
})
