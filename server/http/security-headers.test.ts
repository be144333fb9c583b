import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'

const expected = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

test.each([
  ['an unknown page', '/nothing', {}, 404],
  ['an API', '/api/instance', {}, 200],
  ['an unknown path of the API', '/api/nothing', {}, 404],
  ['a request that is refused before its route', '/api/instance', { host: 'tips.example.com' }, 403],
])('%s has the security headers', async (_name, url, headers, status) => {
  const w = await createTestApp()

  const response = await w.app.inject({ url, headers })

  expect(response.statusCode).toBe(status)
  expect(response.headers).toMatchObject(expected)
  expect(response.headers).not.toHaveProperty('strict-transport-security')
})

test.each([
  [undefined, 'max-age=31536000'],
  ['true', 'max-age=31536000; includeSubDomains'],
])('a site on https asks browsers to stay on https: HSTS_SUBDOMAINS=%s', async (subdomains, value) => {
  const env = {
    PUBLIC_URL: 'https://tips.example.com',
    SESSION_SECRET: '0123456789abcdef'.repeat(2),
    DEMO_MODE: 'true',
    ...(subdomains && { HSTS_SUBDOMAINS: subdomains }),
  }
  const w = await createTestApp({ env })

  const { headers } = await w.app.inject({ url: '/health' })

  expect(headers['strict-transport-security']).toBe(value)
})
