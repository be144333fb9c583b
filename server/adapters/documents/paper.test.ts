import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../../tests/support/pdf-text.ts'
import type { StatementContent } from '../../ports/document-renderer.ts'
import { truncateToWidth } from './skia-paper.ts'
import { drawStatement } from './statement.ts'

const context = createCanvas(1, 1).getContext('2d')
context.font = '8.5px sans-serif'

test('text that fits stays unchanged, and longer text is cut with an ellipsis', () => {
  const long = 'Sale · 121328386155 · Dusk: 24 film presets for golden hour, and the night after it'

  const truncated = truncateToWidth(context, long, 244)

  expect(truncateToWidth(context, 'Sale · Dusk', 244)).toBe('Sale · Dusk')
  expect(truncated.endsWith('…')).toBe(true)
  expect(long.startsWith(truncated.slice(0, -1))).toBe(true)
  expect(context.measureText(truncated).width).toBeLessThanOrEqual(244)
  expect(context.measureText(truncated).width).toBeGreaterThan(230)
})

test('without room for any text only the ellipsis remains', () => {
  expect(truncateToWidth(context, 'Dusk', 1)).toBe('…')
})

test('a statement has titles in every script, and continues on further pages', async () => {
  const line = {
    entryId: 1,
    date: '2026-03-01T12:00:00.000Z',
    type: 'sale' as const,
    orderId: 7,
    platformFeeBps: 2_000,
    gross: '10.00',
    tax: '0.00',
    fee: '2.00',
    net: '8.00',
    balance: '8.00',
  }
  const titles = [
    'Ночь',
    '夜の散歩',
    'Žluťoučký kůň',
    ...Array<string>(2_000).fill('Harbour loops'),
    'The last',
  ]
  const payout: StatementContent['payout'] = {
    id: 3,
    amount: '80.00',
    currency: 'USD',
    state: 'paid',
    payoutMethod: 'paypal',
    payoutEmail: 'mara@example.com',
    createdAt: '2026-03-31T12:00:00.000Z',
    reference: null,
    notes: null,
    paidAt: null,
    returnedAt: null,
    waitReason: null,
  }

  const pdf = await drawStatement({
    payout,
    openingBalance: '0.00',
    linesTotal: '80.00',
    closingBalance: '80.00',
    retainedAmount: '0.00',
    lines: titles.map((title) => ({ ...line, heldUntil: null, title })),
    omittedLineCount: 5,
    isTest: true,
  })

  const [first, last] = [await textOfPdf(pdf), await textOfPdf(pdf, 41)]
  expect(first).toContain('Payout statement TEST. No money moved. Payout 3')
  expect(first).toContain('Sale · 7 · Ночь 10.00 2.00 8.00')
  for (const title of titles.slice(0, 3)) expect(first).toContain(`Sale · 7 · ${title}`)
  expect(last).toContain('Sale · 7 · The last 10.00 2.00 8.00 The remaining 5 entries are in the CSV.')
})
