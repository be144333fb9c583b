import { expect, test } from 'vitest'
import { toFieldErrors } from '../../ui/form.tsx'
import { fieldForDecline, sandboxCardSchema } from './sandbox-form.tsx'

const input = { email: 'fan@example.com', card: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }

test('the form submits only the name of a test card', () => {
  const result = sandboxCardSchema.safeParse(input)

  expect(result.success && result.data.card).toBe('paid')
  expect(JSON.stringify(result)).not.toContain('4242')
})

test('a real card is rejected, and the message does not repeat its number', () => {
  const result = sandboxCardSchema.safeParse({ ...input, card: '4111 1111 1111 1111' })

  expect(result.success).toBe(false)
  expect(!result.success && toFieldErrors(result.error)).toEqual({
    card: 'That’s not a test card. Pick one below, and never use a real card here',
  })
  expect(JSON.stringify(result)).not.toContain('4111')
})

test('every empty field has its own message', () => {
  const result = sandboxCardSchema.safeParse({ email: '', card: '', expiry: '', cvc: '' })

  expect(!result.success && toFieldErrors(result.error)).toEqual({
    email: 'Please enter your email address to receive access links.',
    card: 'Enter a test card number',
    expiry: 'Enter a future date, such as 12 / 34',
    cvc: 'Enter the 3-digit code on the back of the card',
  })
})

test('a decline is shown at the field it is about', () => {
  expect(fieldForDecline('expired_card')).toBe('expiry')
  expect(fieldForDecline('incorrect_cvc')).toBe('cvc')
  expect(fieldForDecline('declined')).toBe('card')
})
