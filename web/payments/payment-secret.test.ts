import { expect, test } from 'vitest'
import { paymentSecretHeader } from '../../contract/purchases.ts'
import { paymentSecretFrom, paymentSecretHeaders } from './checkout.ts'

test('paymentSecretFrom reads both parameter names', () => {
  expect(paymentSecretFrom(new URLSearchParams('payment_intent_client_secret=s1'))).toBe('s1')
  expect(paymentSecretFrom(new URLSearchParams('client_secret=s2'))).toBe('s2')
  expect(paymentSecretFrom(new URLSearchParams('payment_intent=pi_1'))).toBeUndefined()
})

test('paymentSecretHeaders sets the header only when there is a secret', () => {
  expect(paymentSecretHeaders('s')).toEqual({ [paymentSecretHeader]: 's' })
  expect(paymentSecretHeaders(undefined)).toEqual({})
})
