import { expect, test } from 'vitest'
import { oidcErrorMessage } from './oidc-error-message.ts'

test.each([
  [
    'email_not_verified',
    'Your e-mail address is not verified at id.example. Sign in with an e-mail code instead.',
  ],
  [
    'account_not_linked',
    'Your e-mail address is not verified at id.example. Sign in with an e-mail code instead.',
  ],
  ['account_suspended', 'This account is suspended. Sign in with an e-mail code to read why.'],
  [
    'provider_unreachable',
    'id.example does not answer right now. Sign in with an e-mail code, or try again in a moment.',
  ],
  ['access_denied', 'Signing in at id.example was stopped. Try again, or sign in with an e-mail code.'],
  ['<b>anything</b>', 'Signing in at id.example did not work. Try again, or sign in with an e-mail code.'],
])('oidcErrorMessage: %s', (error, sentence) => {
  expect(oidcErrorMessage(error, 'id.example')).toBe(sentence)
})

test('oidcErrorMessage calls a provider without a name the other site', () => {
  expect(oidcErrorMessage('provider_unreachable', null)).toMatch(/^The other site does not answer/)
})
