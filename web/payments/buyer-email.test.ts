import { expect, test } from 'vitest'
import { Email } from '../../contract/schemas.ts'
import { normalizeEmail } from './buyer-email.ts'

test.each(['fan@example.com', 'a.b+c@mail.example.co.uk', ' fan@example.com '])(
  'normalizeEmail accepts %s',
  (text) => {
    expect(normalizeEmail(text)).toBe(text.trim())
    expect(Email.safeParse(normalizeEmail(text)).success).toBe(true)
  },
)

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
])('normalizeEmail returns an empty string for %s', (text) => {
  expect(normalizeEmail(text)).toBe('')
})

test('the card form accepts and rejects the same emails as the server', () => {
  const emails = [
    "o'neil@example.com",
    'a_b-c@d-e.museum',
    'a@b.c',
    '.a@b.cd',
    'a.@b.cd',
    'a@-b.cd',
    'ä@b.cd',
    'a@b..cd',
  ]
  for (const text of emails)
    expect([text, normalizeEmail(text) !== '']).toEqual([text, Email.safeParse(text).success])
})
