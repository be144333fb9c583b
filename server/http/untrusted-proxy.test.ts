import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { alerts } from '../db/schema/index.ts'

const demo = {
  PUBLIC_URL: 'https://tips.example.com',
  SESSION_SECRET: '0123456789abcdef'.repeat(2),
  DEMO_MODE: 'true',
}
const forwarded = { 'x-forwarded-for': '203.0.113.77' }

async function sendThroughProxy(env: Record<string, string>, peer: string, headers: Record<string, string>) {
  const lines: Array<string> = []
  const w = await createTestApp({ env, logTo: (line) => lines.push(line) })
  for (let i = 0; i < 3; i++) await w.app.inject({ url: '/health', headers, remoteAddress: peer })
  await expect.poll(() => w.ports.pool.waitingCount).toBe(0)
  const readAlerts = () => w.db.select({ kind: alerts.kind, detail: alerts.message }).from(alerts)
  return { readAlerts, logLines: () => lines.filter((line) => line.includes('untrusted-proxy')) }
}

test.each([
  [demo, '127.0.0.1'],
  [demo, '10.0.0.2'],
  [demo, '198.51.100.9'],
  [{ ...demo, TRUST_PROXY: '10.0.0.1' }, '10.0.0.2'],
  [{ ...demo, TRUST_PROXY: '10.0.0.1' }, '::ffff:172.16.3.4'],
])('with %o, requests forwarded by %s raise one alert that names the peer', async (env, peer) => {
  const { readAlerts, logLines } = await sendThroughProxy(env, peer, forwarded)

  await expect
    .poll(readAlerts)
    .toEqual([{ kind: 'untrusted-proxy', detail: expect.stringContaining(`Requests from ${peer} carry`) }])
  expect(logLines()).toHaveLength(1)
})

test.each([
  ['no header', demo, '127.0.0.1', {}],
  ['a trusted proxy', { ...demo, TRUST_PROXY: '127.0.0.1' }, '127.0.0.1', forwarded],
  ['a stranger who writes the header', { ...demo, TRUST_PROXY: '127.0.0.1' }, '198.51.100.9', forwarded],
  ['a local instance', {}, '127.0.0.1', forwarded],
] as const)('%s raises no alert', async (_, env, peer, headers) => {
  const { readAlerts, logLines } = await sendThroughProxy(env, peer, headers)

  expect([await readAlerts(), logLines()]).toEqual([[], []])
})
