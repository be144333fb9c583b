import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { bundleServer } from '../bench/reliability/bundle.ts'
import { createContent } from '../contract/content.ts'
import { setContentStatus } from '../contract/content-editing.ts'
import { buildUrl } from '../contract/route.ts'
import { createWebhookEndpoint } from '../contract/webhook-endpoints.ts'
import { connect, emptyDatabase } from './support/backup-fixture.ts'
import { createClient } from './support/http-client.ts'
import { isLongRun } from './support/long-run.ts'
import { startServerProcess } from './support/server-process.ts'
import { startReceiver, verifyWith } from './support/webhook-fixture.ts'

const kills = isLongRun ? 8 : 2

test('a server that is killed while it sends loses no event, and sends none twice under another id', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const connection = await emptyDatabase()
  const { host, port, user, database } = connection
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const server = await bundleServer('faulty-server')
  const site = await startServerProcess({ DATABASE_URL: databaseUrl }, { server })
  onTestFinished(() => site.remove())
  await site.start()
  const db = await connect(connection)
  const mara = createClient(site.url)
  await mara.signIn(site, 'mara@example.com')
  const form = new FormData()
  const fields = { title: 'First Frost', price: '15.00', kind: 'text', textContent: 'Frost' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const published = await mara.send('POST', createContent.path, form)
  const { id } = (await published.json()) as { id: number }
  // Slow, so that a kill falls into a try as often as between two.
  const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), 40))
  const made = await mara.send('POST', createWebhookEndpoint.path, {
    url: receiver.url,
    format: 'json',
    types: ['item.published', 'item.unpublished'],
  })
  const { secret } = (await made.json()) as { secret: string }

  for (let kill = 0; kill < kills; kill++) {
    for (let n = 0; n < 20; n++) {
      const status = n % 2 === 0 ? 'draft' : 'published'
      await mara.send('POST', buildUrl(setContentStatus, { params: { id } }), { status })
    }
    await sleep(50 + 60 * kill)
    await site.kill()
    await site.start()
    // The lease of what was in work ends two minutes later.
    await db.query(
      "update deliveries set next_at = now() where endpoint_id is not null and state = 'waiting'",
    )
  }
  const waiting = async () => {
    const { rows } = await db.query(
      "select from deliveries where endpoint_id is not null and state <> 'sent'",
    )
    return rows.length
  }
  for (let waited = 0; (await waiting()) > 0 && waited < 60_000; waited += 100) await sleep(100)

  const { rows: events } = await db.query(
    "select 'evt_' || event_id as id from deliveries where endpoint_id is not null order by id",
  )
  expect(events).toHaveLength(20 * kills)
  expect(new Set(receiver.ids())).toEqual(new Set(events.map((row) => row.id)))
  for (const request of receiver.received)
    expect(`evt_${verifyWith(secret, request).sequence}`).toBe(request.headers['webhook-id'])
  for (const same of Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']).values())
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
  console.log(`${kills} kills: ${events.length} events in ${receiver.received.length} requests`)
})
