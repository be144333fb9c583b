import { expect, test } from 'vitest'
import { signOut, startSignIn } from '../../contract/accounts.ts'
import { startConnectOnboarding } from '../../contract/payouts.ts'
import { createTestApp } from '../support/test-app.ts'

const externalUrls = [
  '//evil.example',
  'https:evil.example',
  '/\\evil.example',
  '/%2f%2fevil.example',
  'https://localhost:3000@evil.example',
  '/\n/evil.example',
  'https://evil.example/%2e%2e',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '/x/../..//evil.example',
  '/%252e//evil.example',
  'javascript:alert(1)',
]
const names = ['returnTo', 'return_to', 'next', 'redirect', 'url', 'refresh_url', 'return_url']

/** The origin that a browser ends on, also when a page navigates to the URL's path. */
function resolvedOrigin(location: unknown, publicUrl: string): string {
  expect(typeof location).toBe('string')
  const { origin, pathname } = new URL(String(location), publicUrl)
  return origin === new URL(publicUrl).origin ? new URL(pathname, publicUrl).origin : origin
}

test.each(externalUrls)(
  '%j stays on this site after sign-in, sign-out and connecting a bank account',
  async (to) => {
    const w = await createTestApp()
    const { publicUrl } = w.ports.config
    const mara = await w.creator()
    const query = `?${names.map((name) => `${name}=${encodeURIComponent(to)}`).join('&')}`

    const answers = [
      await mara.send('GET', `${startSignIn.path}${query}`),
      await mara.send('GET', `${startConnectOnboarding.path.replace(':provider', 'sandbox')}${query}`),
      await mara.send('GET', `${signOut.path}${query}`),
    ]

    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(302)
      expect(resolvedOrigin(headers.location, publicUrl)).toBe(new URL(publicUrl).origin)
      const returnTo = new URL(String(headers.location), publicUrl).searchParams.get('returnTo') ?? '/'
      expect(resolvedOrigin(returnTo, publicUrl)).toBe(new URL(publicUrl).origin)
    }
  },
)
