import { expect, test } from 'vitest'
import { appendReturnParams, assertSameSitePath } from './confirm-payment.ts'

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2f%2fevil.example',
  'https:evil.example',
  'https://evil.example',
  'https://good@evil.example',
  'javascript:alert(1)',
  'evil',
  '',
  ' /success',
  '/success\r\nset-cookie: a=b',
  '/\u0000',
  '/\u2028//evil.example',
])('%o is not a path on this site', (text) => {
  expect(() => assertSameSitePath(text)).toThrow('must be on this site')
})

test.each(['/', '/success?content_id=1', '/p/1?a=%2f%2fevil#top', '/a//b', '/@evil.example'])(
  '%o is a path on this site',
  (text) => {
    expect(assertSameSitePath(text)).toBe(text)
  },
)

test('the return parameters are added and override given ones', () => {
  const path = assertSameSitePath('/success?content_id=1&payment_intent=other&redirect_status=succeeded#top')

  expect(appendReturnParams(path, { id: 'pi_1', clientSecret: 'pi_1_secret_x', status: 'failed' })).toBe(
    '/success?content_id=1&payment_intent=pi_1&redirect_status=failed&payment_intent_client_secret=pi_1_secret_x#top',
  )
})
