import { expect, test } from 'vitest'
import { paymentSecretHeader } from '../../contract/purchases.ts'
import { secretHeaders, secretIn } from './secret.ts'

test('a secret is read by either of its names', () => {
  expect(secretIn(new URLSearchParams('payment_intent_client_secret=s1'))).toBe('s1')
  expect(secretIn(new URLSearchParams('client_secret=s2'))).toBe('s2')
  expect(secretIn(new URLSearchParams('payment_intent=pi_1'))).toBeUndefined()
})

test('a secret travels in the header that the server reads, and only when there is one', () => {
  expect(secretHeaders('s')).toEqual({ [paymentSecretHeader]: 's' })
  expect(secretHeaders(undefined)).toEqual({})
})
