import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Every case with a money rule. For rows with several tests, `parts` are their names. */
const rows: Array<string | { row: string; parts: Array<string> }> = [
  'double click on pay, two tabs, same intent',
  'create-payment-intent called twice, nothing changed',
  'two tabs, two intents, both paid',
  'webhook before the return / after it / never / three times / in the wrong order',
  'the completion call fails',
  'process-recent-purchase from another browser',
  'crash after the provider created, before we stored its id',
  'crash between charge and record',
  'paid after we expired the attempt',
  'abandoned intents',
  'amount tampering (`0`, `-1`, `0.001`, `1e309`, `"1,00"`, NaN, arrays, a lower amount)',
  'signed event or snapshot whose amount, currency, mode, account or content differs from the attempt',
  'price changed during checkout',
  'content deleted between pay and unlock',
  "an intent of content A used for content B; somebody else's intent id",
  'full refund',
  'partial refund',
  'refund during a download',
  'refund fails later',
  'dispute opened / won / lost',
  'inquiry or early warning',
  'unknown state from the provider',
  'payout while a refund is pending, and both at once',
  'refund after payout',
  'payout clicked twice, eight times at once',
  {
    row: 'transfer times out / fails / is returned',
    parts: ['transfer times out', 'transfer fails', 'transfer is returned'],
  },
  'event of another mode or account',
  'subscription paid, page closed; renewal fails; cancel; resume',
  'plan changes between attempt and settle',
]

/** Rows without a test. A row that gets one must leave this list. */
const missing: Array<string> = []

const folder = import.meta.dirname
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts')
  .flatMap((file) => {
    const code = readFileSync(join(folder, file), 'utf8')
    return [...code.matchAll(/\b(?:test|describe)\(\s*(['"])(.*?)\1,/gs)].map(([, , name = '']) => name)
  })

test('every money rule has a test of its name', () => {
  const isTested = (name: string) =>
    names.some((testName) => testName === name || testName.startsWith(`${name}:`))
  const untestedRows = rows.flatMap((row) => {
    if (typeof row === 'string') return isTested(row) ? [] : [row]
    return row.parts.every(isTested) ? [] : [row.row]
  })

  expect(untestedRows).toEqual(missing)
})
