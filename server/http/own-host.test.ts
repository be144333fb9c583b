import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'

const expectedMessage =
  'This instance only responds on its own machine, at http://localhost:3000. Set PUBLIC_URL to the address people use.'
const paths = ['/', '/health', '/dev/mail', '/api/instance', '/api/auth/user', '/assets/x.js', '/nothing']

test.each([
  [{ host: 'localhost:3000' }],
  [{ host: 'LOCALHOST' }],
  [{ host: '127.0.0.1:4000' }],
  [{ host: '[::1]:3000' }],
  [{ host: 'localhost:3000', origin: 'http://127.0.0.1:3000' }],
  [{ host: 'localhost:3000', origin: 'null' }],
])('a local instance answers requests to its own names: %j', async (headers) => {
  const w = await createTestApp()

  const response = await w.app.inject({ url: '/health', headers })

  expect(response.statusCode).toBe(200)
})

test.each([
  [{ host: 'tips.example.com' }],
  [{ host: 'localhost.evil.example' }],
  [{ host: '127.0.0.1.nip.io' }],
  [{ host: '192.168.1.7:3000' }],
  [{ host: 'a b' }],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'tips.example.com' }],
  [{ host: 'localhost:3000', 'x-forwarded-host': 'localhost, tips.example.com' }],
  [{ host: 'localhost:3000', origin: 'https://tips.example.com' }],
])('a local instance rejects requests to other hosts on every path: %j', async (headers) => {
  const w = await createTestApp()

  for (const url of paths) {
    const response = await w.app.inject({ url, headers })
    expect([response.statusCode, response.payload], url).toEqual([
      403,
      expect.stringContaining(expectedMessage),
    ])
  }
})

test('a local instance that listens on a network address answers to that address', async () => {
  const w = await createTestApp({ env: { HOST: '192.168.1.7' } })

  const response = await w.app.inject({ url: '/health', headers: { host: '192.168.1.7:3000' } })

  expect(response.statusCode).toBe(200)
})

test('a public instance leaves the Host check to its proxy', async () => {
  const env = {
    PUBLIC_URL: 'https://tips.example.com',
    SESSION_SECRET: '0123456789abcdef'.repeat(2),
    DEMO_MODE: 'true',
  }
  const w = await createTestApp({ env })

  expect((await w.app.inject({ url: '/health', headers: { host: '10.0.0.5' } })).statusCode).toBe(200)
})
