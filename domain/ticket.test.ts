import { expect, test } from 'vitest'
import { ticketName } from './ticket.ts'

test.each([
  ['Sam Okafor', 'Sam O.'],
  ['  Anna Maria  de Wit ', 'Anna W.'],
  ['Sam', 'Sam'],
  ['élodie émile', 'élodie É.'],
  ['山田太郎', '山田太郎'],
  ['Sam & 42', 'Sam'],
  ['', ''],
])('the ticket of %j says %j', (typed, shown) => {
  expect(ticketName(typed)).toBe(shown)
})

test('a very long name is cut', () => {
  expect(ticketName('a'.repeat(100)).length).toBeLessThanOrEqual(24)
})
