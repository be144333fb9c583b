import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Ports } from '../../ports/index.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { upsertKnownBrowser } from './code-repository.ts'
import { describeDevice } from './user-agent.ts'

/** The signing-in browser, by the hash of its cookie. */
export type Caller = { headers: IncomingHttpHeaders; browserHash: string }

/** Records the browser of a sign-in and emails the user about a new one, except the account's first. */
export async function recordBrowser(
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
      kind: 'new_browser',
      dedupeKey: `new-browser/${randomUUID()}`,
      recipient: email,
      data: { device },
    })
  })
}
