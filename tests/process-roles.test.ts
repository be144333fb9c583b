import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { requestSignInCode } from '../contract/accounts.ts'
import { getInstance, getLiveness } from '../contract/instance.ts'
import { freePort } from './support/server-process.ts'
import { newInstance } from './support/shared-instance.ts'

test('a migration job, a web process and a worker run one instance', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const instance = await newInstance()

  const early = await instance.start({ ROLE: 'web', MIGRATE: 'check' })
  expect(await early.ended).toBe(78)
  expect(early.outputText()).toContain('The database lacks the migrations 0000_schema')

  const migration = await instance.start({ MIGRATE: 'only' })
  expect(await migration.ended).toBe(0)

  const web = await instance.start({ ROLE: 'web', MIGRATE: 'check' })
  await web.waitUntilReady()
  expect(await web.status(getInstance.path)).toBe(200)
  const request = await fetch(`${web.url}${requestSignInCode.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: web.url },
    body: JSON.stringify({ email: 'mara@example.com' }),
  })
  expect(request.status).toBe(200)

  const worker = await instance.start({ ROLE: 'worker', MIGRATE: 'check' })
  await worker.waitUntilReady()
  expect(await worker.status(getLiveness.path)).toBe(200)
  expect(await worker.status('/')).toBe(404)
  const mailFolder = join(instance.dataDir, 'mail')
  await vi.waitFor(
    () => expect(existsSync(mailFolder) && readdirSync(mailFolder).length).toBeGreaterThan(0),
    {
      timeout: 30_000,
    },
  )
})

test('a process with METRICS_PORT serves metrics that name pages by their routes', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const instance = await newInstance()
  const metricsPort = await freePort()
  const { url, waitUntilReady } = await instance.start({
    METRICS_PORT: String(metricsPort),
    LOG_REQUESTS: 'true',
    LOG_LEVEL: 'info',
  })
  await waitUntilReady()
  for (const path of ['/pricing', '/p/12', '/access/a-secret-token', '/wp-login.php'])
    await fetch(`${url}${path}`)

  const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()

  const routes = [...metrics.matchAll(/_count\{method="GET",route="([^"]+)",status="(\w+)"\}/g)]
  expect(routes.map(([, route, status]) => `${route} ${status}`)).toEqual(
    expect.arrayContaining(['/pricing 2xx', '/p/:id 4xx', '/access/:token 4xx', 'not-found 4xx']),
  )
  expect(metrics).toMatch(/tipdrop_build_info\{version="\d+\.\d+[^"]*",role="all"\} 1/)
  expect(metrics).toContain('tipdrop_sales_total 0')
  expect(metrics).not.toMatch(/secret|wp-login/)
})
