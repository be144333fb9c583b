import { expect, test } from 'vitest'
import { oidcErrorMessage } from './sign-in-page.tsx'

test.each([
  [
    'email_not_verified',
    'Your email address isn’t verified with id.example. Sign in with an email code instead.',
  ],
  [
    'account_not_linked',
    'Your email address isn’t verified with id.example. Sign in with an email code instead.',
  ],
  ['account_suspended', 'This account is suspended. Sign in with an email code to see why.'],
  [
    'provider_unreachable',
    'id.example isn’t responding right now. Sign in with an email code, or try again in a moment.',
  ],
  ['access_denied', 'Sign-in with id.example was canceled. Try again, or sign in with an email code.'],
  ['<b>anything</b>', 'Sign-in with id.example didn’t work. Try again, or sign in with an email code.'],
])('the message for the sign-in error %s is the expected sentence', (error, expected) => {
  expect(oidcErrorMessage(error, 'id.example')).toBe(expected)
})

test('oidcErrorMessage calls a provider without a name the other site', () => {
  expect(oidcErrorMessage('provider_unreachable', null)).toMatch(/^The other site isn’t responding/)
})
