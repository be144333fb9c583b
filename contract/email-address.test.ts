import { expect, test } from 'vitest'
import { mailtoUrl } from './email-address.ts'
import { parsePayoutDestination } from './payout-destination.ts'
import { Email } from './schemas.ts'

test.for([
  ...['o&m@example.com', 'a/b@example.com', 'a!b@example.com', 'a#b@example.com', 'a=b@example.com'].map(
    (a) => [a, a],
  ),
  ['ivan@xn--80akhbyknj4f.xn--p1ai', 'ivan@xn--80akhbyknj4f.xn--p1ai'],
  ['name@münchen.de', 'name@xn--mnchen-3ya.de'],
  ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
  ['fan＠example.com', 'fan@example.com'],
  ['fan@example。com', 'fan@example.com'],
  [' fan@example.com\u200B', 'fan@example.com'],
  ['\u202Afan@example.com\u202C', 'fan@example.com'],
])('%s is accepted, for emails and for payouts', ([typed, stored]) => {
  expect(Email.parse(typed)).toBe(stored)
  expect(parsePayoutDestination('paypal', String(typed))).toEqual({ value: stored })
})

test.for([
  ...['fan@example', 'a..b@example.com', '.a@example.com', 'a b@example.com', 'a@b@example.com', 'a@1.2.3.4'],
  ...[
    'a@-x.com',
    'a@münchen.de:80',
    'a@мюнхен/x.de',
    '"a"@example.com',
    'Lena <a@example.com>',
    `${'a'.repeat(65)}@e.co`,
  ],
])('%s is no email address', (text) => {
  expect(Email.safeParse(text).error?.issues[0]?.message).toBe('Enter an email address like name@example.com')
})

test('an address whose first part is in another script is rejected with the reason', () => {
  expect(Email.safeParse('иван@пример.рф').error?.issues[0]?.message).toBe(
    'We can only send email to addresses with the letters a to z before the @',
  )
})

test('a link to an address has all of its letters', () => {
  expect(mailtoUrl('o&m?x#1@example.com')).toBe('mailto:o%26m%3Fx%231@example.com')
})
