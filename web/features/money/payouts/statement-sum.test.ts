import { expect, test } from 'vitest'
import type { Statement, StatementLine } from '../../../../contract/payouts.ts'
import { sumLines } from './statement-sum.ts'

const line = (type: StatementLine['type'], gross: string, fee: string, tax = '0.00'): StatementLine => ({
  entryId: 1,
  date: '2026-11-21T12:00:00.000Z',
  type,
  orderId: null,
  title: 'Dusk',
  platformFeeBps: 2_000,
  gross,
  tax,
  fee,
  net: '0.00',
  heldUntil: null,
  balance: '0.00',
})

const statement = (amount: string, lines: Array<StatementLine>, more: Partial<Statement> = {}) =>
  ({
    payout: { amount, currency: 'USD' },
    openingBalance: '0.00',
    retainedAmount: '0.00',
    closingBalance: '0.00',
    omittedLineCount: 0,
    lines,
    ...more,
  }) as Statement

test('sales, refunds and fee lead to what was paid out', () => {
  const lines = [
    line('sale', '12.00', '2.40'),
    line('sale', '10.00', '2.00'),
    line('refund', '-10.00', '-2.00'),
  ]
  expect(sumLines(statement('9.60', lines))).toEqual([
    { label: '2 sales', amount: '22.00' },
    { label: 'Refunds, disputes and returns', amount: '-10.00' },
    { label: 'Fee', amount: '-2.40' },
    { label: 'Paid out', amount: '9.60' },
  ])
})

test('what was carried over, held back, taxed or not listed has a line of its own', () => {
  const lines = [line('sale', '11.90', '2.00', '1.90')]
  const sum = sumLines(
    statement('20.00', lines, { openingBalance: '5.00', retainedAmount: '3.00', omittedLineCount: 7 }),
  )
  expect(sum).toEqual([
    { label: 'Carried over', amount: '5.00' },
    { label: '1 sale', amount: '11.90' },
    { label: 'Tax', amount: '-1.90' },
    { label: 'Fee', amount: '-2.00' },
    { label: '7 more entries', amount: '10.00' },
    { label: 'Held back: recent or disputed sales, and sales before a release', amount: '-3.00' },
    { label: 'Paid out', amount: '20.00' },
  ])
})
