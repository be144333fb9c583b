import { expect, test } from 'vitest'
import { listContent } from '../contract/content.ts'
import { createPaymentIntent } from '../contract/purchases.ts'
import { exportSales } from '../contract/sales.ts'
import { createTestApp } from './support/test-app.ts'

test('24 reads of one session leave connections to the database for a checkout', async () => {
  const w = await createTestApp()
  const mara = await w.creator('mara@example.com')
  const jonas = await w.creator('jonas@example.com')
  const item = await jonas.publishText({ price: '5.00' })
  const lock = await w.ports.pool.connect()
  // What the list counts is locked, so that each of its reads holds a connection until the end.
  await lock.query('begin')
  await lock.query('lock table creator_storage in access exclusive mode')

  const lists = Array.from({ length: 24 }, () => mara.call(listContent))
  const answers = []
  try {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const { status } = await w
        .visitor()
        .call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: 'fan@example.com' } })
      answers.push(status)
    }
  } finally {
    await lock.query('rollback')
    lock.release()
  }

  expect(answers).toEqual([200, 200, 200, 200, 200])
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(Array(24).fill(200))
})

test('300 reads of one session at once are not all kept waiting', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const statuses = await Promise.all(
    Array.from({ length: 300 }, async () => (await mara.call(listContent)).status),
  )

  expect([...new Set(statuses)].sort()).toEqual([200, 429])
  expect((await mara.call(listContent)).status).toBe(200)
})

test('the same export runs once at a time, and its turn ends with a broken connection', {
  tags: ['long'],
}, async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await w.probe.updateUser(mara.id, { plan: 'pro' })
  const address = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = [...mara.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const lock = await w.ports.pool.connect()
  await lock.query('begin')
  await lock.query('lock table purchases in access exclusive mode')
  const connections = [new AbortController(), new AbortController(), new AbortController()]
  const exports = connections.map(({ signal }) =>
    fetch(`${address}${exportSales.path}`, { headers: { cookie }, signal }).then(
      async (answer) => [answer.status, (await answer.text()).slice(1, 6)],
      () => ['closed'],
    ),
  )

  // The third one is refused while the first runs and the second waits.
  expect((await Promise.race(exports))[0]).toBe(429)
  for (const connection of connections) connection.abort()
  await lock.query('rollback')
  lock.release()

  const next = await fetch(`${address}${exportSales.path}`, { headers: { cookie } })
  expect([next.status, (await next.text()).includes('Total of 0 sales')]).toEqual([200, true])
})
