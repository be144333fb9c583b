import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'

test('a response has the id that a trusted proxy sent, or a new one', async () => {
  const w = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  const idFor = async (id: string, remoteAddress = '127.0.0.1') =>
    (await w.app.inject({ url: '/health/live', headers: { 'x-request-id': id }, remoteAddress })).headers[
      'x-request-id'
    ]

  expect(await idFor('0123456789abcdef')).toBe('0123456789abcdef')
  expect(await idFor('0123456789abcdef', '192.0.2.1')).toMatch(/^[\da-f-]{36}$/)
  expect(await idFor('short')).toMatch(/^[\da-f-]{36}$/)
  expect(await idFor('<script>alert(1)</script>')).toMatch(/^[\da-f-]{36}$/)
})

test('LOG_REQUESTS logs a request by its route pattern, without its URL', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({
    env: { LOG_REQUESTS: 'true', TRUST_PROXY: '127.0.0.1' },
    logTo: (line) => lines.push(line),
  })

  await w.app.inject({ url: '/access/a-secret-token?x=secret', headers: { 'x-request-id': 'request-1' } })
  await w.app.inject({ url: '/api/access/a-secret-token', headers: { 'x-request-id': 'request-2' } })

  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(logged).toContainEqual(
    expect.objectContaining({
      reqId: 'request-2',
      method: 'GET',
      route: '/api/access/:token',
      statusCode: 400,
    }),
  )
  expect(lines.join('')).not.toContain('secret')
})
