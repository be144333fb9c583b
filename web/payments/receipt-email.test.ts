import { expect, test } from 'vitest'
import { Email } from '../../contract/shapes.ts'
import { receiptEmail } from './receipt-email.ts'

test.each(['fan@example.com', 'a.b+c@mail.example.co.uk', ' fan@example.com '])('%s goes along', (text) => {
  expect(receiptEmail(text)).toBe(text.trim())
  expect(Email.safeParse(receiptEmail(text)).success).toBe(true)
})

test.each([
  '',
  null,
  undefined,
  'fan',
  'fan@',
  'fan@example',
  '.fan@example.com',
  'a..b@example.com',
  'a b@c.de',
])('%s is left behind', (text) => {
  expect(receiptEmail(text)).toBe('')
})
