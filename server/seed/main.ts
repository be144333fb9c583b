import { inArray } from 'drizzle-orm'
import { openLog } from '../adapters/log.ts'
import { readConfig } from '../config.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { users } from '../db/schema/index.ts'
import { wire } from '../wire.ts'
import { tellOperator } from './operator.ts'
import { story } from './story.ts'
import { type StoryClock, tell } from './tell.ts'

/** Fills an empty instance with a story to look at, through the site's own services. Does nothing the second time. */
async function main(): Promise<void> {
  const config = readConfig()
  let moment = new Date()
  const clock: StoryClock = {
    now: () => moment,
    set: (next) => {
      moment = next
    },
  }
  const { ports, sandbox, stop } = await wire({ config, log: openLog('error'), clock })
  try {
    if (!sandbox)
      throw new Error('The story is paid with test cards: leave PAYMENT_PROVIDER unset to tell it.')
    const emails = story.map(({ email }) => email)
    const known = await ports.db.select().from(users).where(inArray(users.email, emails))
    if (known.length > 0) return console.log('The story is already there: sign in as one of its creators.')

    for (const person of story) {
      const { items, sales, refunds } = await tell(ports, sandbox, clock, person)
      console.log(`${person.firstName} (${person.email}): ${items} items, ${sales} sales, ${refunds} refunds`)
    }
    await tellOperator(ports)
    console.log(
      'Start with npm start and sign in with one of these addresses; the code is in the mailbox it prints a link to.',
    )
  } finally {
    await stop()
  }
}

main().catch((fault: unknown) => {
  console.error(messageWithoutValues(fault))
  process.exitCode = 1
})
