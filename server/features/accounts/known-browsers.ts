import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Ports } from '../../ports/index.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { upsertKnownBrowser } from './code-repository.ts'
import { describeDevice } from './user-agent.ts'

/** The browser that signs in, by the hash of its cookie. */
export type Caller = { headers: IncomingHttpHeaders; browserHash: string }

/** Notes where somebody signed in. Their own address is told of a new browser, but not of the account's first one. */
export async function noteBrowser(
  ports: Ports,
  { id: userId, email }: { id: string; email: string },
  { headers, browserHash }: Caller,
): Promise<void> {
  const now = ports.clock.now()
  const device = describeDevice(headers['user-agent'] ?? null)
  await ports.db.transaction(async (tx) => {
    const { isNew, isFirst } = await upsertKnownBrowser(tx, { userId, browserHash, now })
    if (!isNew || isFirst) return
    await enqueueEmail(tx, ports, {
      kind: 'new-browser',
      dedupeKey: `new-browser/${randomUUID()}`,
      recipient: email,
      data: { device },
    })
  })
}
