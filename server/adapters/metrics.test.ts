import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { refundSale } from '../../contract/sales.ts'
import { createTestApp } from '../../tests/support/test-app.ts'
import { readConfig } from '../config.ts'
import type { PageRenderer } from '../ports/page-renderer.ts'
import { serveMetrics } from './metrics.ts'

const token = 'a token of the scraper'

async function scrape(w: Awaited<ReturnType<typeof createTestApp>>, authorization = `Bearer ${token}`) {
  return w.app.inject({ url: '/metrics', headers: { authorization } })
}

test('metrics require METRICS_TOKEN, and are not served when it is not set', async () => {
  const w = await createTestApp({ env: { METRICS_TOKEN: token } })
  const closed = await createTestApp()

  expect((await scrape(w, '')).statusCode).toBe(401)
  expect((await scrape(w, 'Bearer another token here')).statusCode).toBe(401)
  expect((await scrape(w)).headers['content-type']).toContain('text/plain')
  expect((await scrape(closed)).body).not.toContain('tipdrop_')
})

test('requests are counted by route pattern, without ids of their URLs', async () => {
  const w = await createTestApp({ env: { METRICS_TOKEN: token } })
  const { id } = await (await w.creator()).publishText()
  await w.visitor().send('GET', `/api/content/${id}`)
  await w.visitor().send('GET', '/api/content/1')

  const { body } = await scrape(w)

  const counts = body
    .split('\n')
    .filter((line) => line.startsWith('tipdrop_http_request_duration_seconds_count'))
  expect(counts).toContain(
    'tipdrop_http_request_duration_seconds_count{method="GET",route="/api/content/:id",status="2xx"} 1',
  )
  expect(counts).toContain(
    'tipdrop_http_request_duration_seconds_count{method="GET",route="/api/content/:id",status="4xx"} 1',
  )
  expect(body).not.toContain(String(id))
})

test('pages are counted by their routes, and paths that nothing has by one', async () => {
  const renderer: PageRenderer = {
    render: async (url) => ({ status: url.startsWith('/access/') ? 200 : 404, html: '<p>A page</p>' }),
    locate: () => ({}),
    routeOf: (url) => (url.startsWith('/access/') ? '/access/:token' : undefined),
  }
  const w = await createTestApp({ env: { METRICS_TOKEN: token }, renderer })
  for (const url of ['/access/a-secret-token', '/access/another', '/wp-login.php', '/api/nothing'])
    await w.app.inject({ url })
  await w.app.inject({ method: 'POST', url: '/access/a-secret-token', payload: {} })

  const { body } = await scrape(w)

  const counted = [...body.matchAll(/_count\{method="(\w+)",route="([^"]+)",status="\w+"\} (\d+)/g)]
  expect(counted.map(([, method, route, count]) => [method, route, count])).toEqual([
    ['GET', '/access/:token', '2'],
    ['GET', 'not-found', '2'],
    ['POST', 'not-found', '1'],
  ])
  expect(body).not.toMatch(/secret|wp-login/)
})

test('sales and refunds are counted once, whatever the process, and after a restart', async () => {
  const w = await createTestApp({ env: { METRICS_TOKEN: token } })
  const creator = await w.creator()
  const item = await creator.publishText({ price: '10.00' })
  expect(samples((await scrape(w)).body)).toMatchObject({ tipdrop_sales_total: 0, tipdrop_refunds_total: 0 })
  const { purchaseId } = await w.visitor().purchase(item.id)
  await w.visitor().purchase(item.id, { email: 'bo@example.com' })
  await creator.call(refundSale, {
    params: { id: purchaseId },
    body: { refunded: '0.00', amount: '4.00' },
  })

  const first = samples((await scrape(w)).body)
  const second = samples((await scrape(w)).body)

  expect(first).toMatchObject({ tipdrop_sales_total: 2, tipdrop_refunds_total: 1, tipdrop_disputes_total: 0 })
  expect(second.tipdrop_sales_total).toBe(2)
})

test('each process names its version and role, and the disk has a size', async () => {
  const w = await createTestApp({ env: { METRICS_TOKEN: token } })

  const values = samples((await scrape(w)).body)

  expect(values['tipdrop_build_info{version="test",role="all"}']).toBe(1)
  expect(values['tipdrop_disk_bytes{state="free"}']).toBeGreaterThan(0)
  expect(values['tipdrop_disk_bytes{state="total"}']).toBeGreaterThan(
    values['tipdrop_disk_bytes{state="free"}'] ?? 0,
  )
})

test("a sale shows in the creators' balance and in the uploaded bytes", async () => {
  const w = await createTestApp({ env: { METRICS_TOKEN: token } })
  const item = await (await w.creator()).publishFile({ price: '10.00' }, Buffer.alloc(100_000))
  await w.visitor().purchase(item.id)
  const job = { name: 'notify-owner', data: { checkoutId: '1' } } as const
  await w.db.transaction((tx) => w.ports.queue.enqueue(tx, job))

  const values = samples((await scrape(w)).body)

  expect(values['tipdrop_ledger_minor_units{account="creator_balance"}']).toBe(800)
  expect(values.tipdrop_ledger_unbalanced_postings).toBe(0)
  expect(values.tipdrop_emails_pending).toBeGreaterThan(0)
  expect(values['tipdrop_queue_jobs{queue="notify-owner"}']).toBeGreaterThan(0)
  expect(values.tipdrop_upload_bytes_total).toBeGreaterThan(100_000)
  expect(values['tipdrop_database_connections{state="waiting"}']).toBe(0)
  expect(values.nodejs_eventloop_lag_p99_seconds).toBeGreaterThan(0)
})

test('the metrics port serves the metrics, nothing else, and closes', async () => {
  const w = await createTestApp()
  const port = await freePort()
  const { app } = await createTestApp()
  const config = { ...w.ports.config, metricsPort: port }
  const metrics = await serveMetrics({ ...w.ports, config }, app, '1.2.3')

  expect(await get(port, '/metrics')).toMatchObject({
    status: 200,
    body: expect.stringContaining('tipdrop_'),
  })
  expect(await get(port, '/')).toMatchObject({ status: 404 })
  await metrics.close()
  await expect(get(port, '/metrics')).rejects.toThrow('ECONNREFUSED')
})

test('the metrics port of a public site listens on this machine only, unless METRICS_HOST says otherwise', () => {
  const site = {
    PUBLIC_URL: 'https://tips.example.com',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    MAIL_FROM: 'hello@example.com',
    SMTP_URL: 'smtps://mail.example.com',
    DEMO_MODE: 'true',
    METRICS_PORT: '9400',
  }

  expect(readConfig(site)).toMatchObject({ host: '0.0.0.0', metricsHost: '127.0.0.1' })
  expect(readConfig({ ...site, METRICS_HOST: '0.0.0.0' }).metricsHost).toBe('0.0.0.0')
})

/** Values by name and labels. */
function samples(body: string): Record<string, number> {
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function get(port: number, path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, path, host: '127.0.0.1', agent: false }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    )
    sending.once('error', reject).end()
  })
}
