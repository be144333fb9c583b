import { expect, test } from 'vitest'
import { toFieldErrors } from '../../ui/form-errors.ts'
import { fieldForDecline, sandboxCardSchema } from './card-schema.ts'

const typed = { email: 'fan@example.com', card: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }

test('the form submits only the name of a test card', () => {
  const read = sandboxCardSchema.safeParse(typed)

  expect(read.success && read.data.card).toBe('paid')
  expect(JSON.stringify(read)).not.toContain('4242')
})

test('a real card is rejected, and the message does not repeat its number', () => {
  const read = sandboxCardSchema.safeParse({ ...typed, card: '4111 1111 1111 1111' })

  expect(read.success).toBe(false)
  expect(!read.success && toFieldErrors(read.error)).toEqual({
    card: 'That’s not a test card. Pick one below, and never use a real card here',
  })
  expect(JSON.stringify(read)).not.toContain('4111')
})

test('every empty field has its own message', () => {
  const read = sandboxCardSchema.safeParse({ email: '', card: '', expiry: '', cvc: '' })

  expect(!read.success && toFieldErrors(read.error)).toEqual({
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
