import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { addEndpoint, startReceiver } from '../../tests/support/webhook-fixture.ts'
import { createDatabase, openPool } from '../db/database.ts'
import { recordEvent } from '../features/telling/deliveries/events.ts'
import { startDeliveries } from './sender.ts'

test('an endpoint that answers slowly, or never, holds no other one up', { timeout: 40_000 }, async () => {
  const { connection } = await createTestDatabase()
  const w = await createTestApp({ database: connection })
  const mara = await w.creator()
  const slow = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), 3_000))
  const silent = await startReceiver(() => undefined)
  const quick = await startReceiver()
  for (const receiver of [slow, silent]) await addEndpoint(mara, receiver, { types: ['follower.confirmed'] })
  await addEndpoint(mara, quick, { types: ['item.published'] })
  await w.db.transaction(async (tx) => {
    for (let n = 0; n < 40; n++)
      await recordEvent(tx, w.ports, {
        type: 'follower.confirmed',
        creatorId: mara.id,
        subject: `follower/${n}`,
        payload: { followerId: n },
      })
  })
  const pool = openPool({ ...connection, max: 4 }, () => undefined)
  const stop = startDeliveries({
    ...w.ports,
    clock: { now: () => new Date() },
    db: createDatabase(pool),
    pool,
  })
  onTestFinished(async () => {
    slow.close()
    silent.close()
    await stop()
    await pool.end()
  })
  await vi.waitFor(() => expect([slow, silent].map(({ received }) => received.length)).toEqual([4, 4]), 5_000)

  const startedAt = performance.now()
  await mara.publishFile()
  await vi.waitFor(() => expect(quick.received).toHaveLength(1), 5_000)

  expect(performance.now() - startedAt).toBeLessThan(2_500)
  expect(slow.received.length).toBeLessThanOrEqual(8)
})
