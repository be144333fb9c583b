import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cumulativeFeeRefund, platformFee } from './fees.ts'
import { type Posting, providerFee, reverseSale, sale, undoReversal } from './ledger.ts'
import { cumulativeTaxRefund, includedTax } from './tax.ts'

const tenDollars = { creatorId: '7', amount: 1000, taxAmount: 0, platformFeeAmount: 200 }
const noReversal = { amount: 0, fee: 0, tax: 0 }
const refund = { kind: 'refund', reference: 'refund/1' } as const

test('a ten dollar sale gives the creator eight and the platform two', () => {
  const { entries } = sale({ ...tenDollars, reference: 'purchase/1' })

  expect(entries).toEqual([
    { account: 'cash_clearing', amount: -1000 },
    { account: 'creator_balance/7', amount: 800 },
    { account: 'platform_revenue', amount: 200 },
  ])
})

test('tax is booked before the fee: of 11.90 with 19% tax, the fee is taken from ten', () => {
  const terms = { creatorId: '7', amount: 1190, taxAmount: 190, platformFeeAmount: 200 }

  expect(sale({ ...terms, reference: 'purchase/1' }).entries).toEqual([
    { account: 'cash_clearing', amount: -1190 },
    { account: 'creator_balance/7', amount: 800 },
    { account: 'platform_revenue', amount: 200 },
    { account: 'tax_payable', amount: 190 },
  ])
  expect(reverseSale(terms, { ...refund, part: 595, returned: noReversal }).posting.entries).toEqual([
    { account: 'cash_clearing', amount: 595 },
    { account: 'creator_balance/7', amount: -400 },
    { account: 'platform_revenue', amount: -100 },
    { account: 'tax_payable', amount: -95 },
  ])
})

test('the fraction of a cent goes to the creator', () => {
  expect(platformFee(1, 2000)).toBe(0)
  expect(platformFee(4, 2000)).toBe(0)
  expect(platformFee(5, 2000)).toBe(1)
  expect(platformFee(999, 2000)).toBe(199)
  expect(platformFee(99_999_999, 2000)).toBe(19_999_999)
})

test('a one-cent tip leaves no fee and no empty entry', () => {
  const { entries } = sale({
    creatorId: '7',
    amount: 1,
    taxAmount: 0,
    platformFeeAmount: 0,
    reference: 'purchase/1',
  })

  expect(entries).toEqual([
    { account: 'cash_clearing', amount: -1 },
    { account: 'creator_balance/7', amount: 1 },
  ])
})

test('a sale at 0 basis points has no platform fee', () => {
  expect(platformFee(99_999_999, 0)).toBe(0)
})

test('a full refund reverses the sale to the cent', () => {
  const { posting, feePart } = reverseSale(tenDollars, { ...refund, part: 1000, returned: noReversal })

  expect(feePart).toBe(200)
  expect(posting.entries).toEqual([
    { account: 'cash_clearing', amount: 1000 },
    { account: 'creator_balance/7', amount: -800 },
    { account: 'platform_revenue', amount: -200 },
  ])
})

test('reverseSale rejects zero and more than was paid', () => {
  const almostAll = { amount: 900, fee: 180, tax: 0 }

  expect(() => reverseSale(tenDollars, { ...refund, part: 101, returned: almostAll })).toThrow()
  expect(() => reverseSale(tenDollars, { ...refund, part: 0, returned: almostAll })).toThrow()
})

test('undoReversal of a won dispute returns the reversed amount and fee to the cent', () => {
  const reversal = reverseSale(tenDollars, {
    kind: 'dispute',
    reference: 'dispute/1',
    part: 333,
    returned: noReversal,
  })

  const undone = undoReversal(tenDollars, {
    kind: 'dispute_reversal',
    reference: 'dispute/1',
    part: 333,
    returned: { amount: 333, fee: reversal.feePart, tax: 0 },
  })

  expect(reversal.posting.entries).toContainEqual({ account: 'creator_balance/7', amount: -267 })
  expect(undone.feePart).toBe(66)
  expect(undone.posting.entries).toEqual([
    { account: 'cash_clearing', amount: -333 },
    { account: 'creator_balance/7', amount: 267 },
    { account: 'platform_revenue', amount: 66 },
  ])
})

test('the provider fee is the platform’s cost', () => {
  expect(providerFee({ reference: 'purchase/1', creatorId: '7', fee: 59 }).entries).toEqual([
    { account: 'platform_revenue', amount: -59 },
    { account: 'processing_fees', amount: 59 },
  ])
})

test('cumulativeFeeRefund grows with the refund and ends at the whole fee', () => {
  expect(cumulativeFeeRefund(0, tenDollars)).toBe(0)
  expect(cumulativeFeeRefund(333, tenDollars)).toBe(66)
  expect(cumulativeFeeRefund(1000, tenDollars)).toBe(200)
})

test('undoReversal rejects zero and more than was reversed', () => {
  const reversal = {
    kind: 'dispute_reversal',
    reference: 'dispute/1',
    returned: { amount: 500, fee: 100, tax: 0 },
  } as const

  expect(() => undoReversal(tenDollars, { ...reversal, part: 501 })).toThrow()
  expect(() => undoReversal(tenDollars, { ...reversal, part: 0 })).toThrow()
})

test('undoing the first of two reversals leaves the same fee as the second alone', () => {
  const first = reverseSale(tenDollars, { ...refund, part: 333, returned: noReversal })
  const second = reverseSale(tenDollars, { ...refund, part: 333, returned: { amount: 333, fee: 66, tax: 0 } })
  const failed = undoReversal(tenDollars, {
    kind: 'refund_reversal',
    reference: 'refund/1',
    part: 333,
    returned: { amount: 666, fee: 133, tax: 0 },
  })

  expect([first.feePart, second.feePart, failed.feePart]).toEqual([66, 67, 67])
})

test('after any sequence of reversals and undos, the ledger depends only on the total reversed', () => {
  const step = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), isUndo: fc.boolean() })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom(0, 70_000, 88_750, 255_000, 1_000_000),
      fc.array(step, { maxLength: 12 }),
      (amount, bps, taxRateMillionths, steps) => {
        const taxAmount = includedTax(amount, taxRateMillionths)
        const platformFeeAmount = platformFee(amount - taxAmount, bps)
        const terms = { creatorId: '7', amount, taxAmount, platformFeeAmount }
        const postings = [sale({ ...terms, reference: 'purchase/1' })]
        let returned = { ...noReversal }
        for (const { share, isUndo } of [...steps, { share: 1, isUndo: false }]) {
          const part = Math.floor((isUndo ? returned.amount : amount - returned.amount) * share)
          if (part === 0) continue
          const { posting, feePart, taxPart } = isUndo
            ? undoReversal(terms, { kind: 'refund_reversal', reference: 'refund/1', part, returned })
            : reverseSale(terms, { ...refund, part, returned })
          postings.push(posting)
          const sign = isUndo ? -1 : 1
          returned = {
            amount: returned.amount + sign * part,
            fee: returned.fee + sign * feePart,
            tax: returned.tax + sign * taxPart,
          }

          expect(sum(posting.entries)).toBe(0)
          expect(returned.fee).toBe(cumulativeFeeRefund(returned.amount, terms))
          expect(returned.tax).toBe(cumulativeTaxRefund(returned.amount, terms))
          for (const account of ['creator_balance/7', 'platform_revenue', 'tax_payable'])
            expect(sumOf(postings, account)).toBeGreaterThanOrEqual(0)
          // A refund never gives the creator money, and never takes more than the buyer gets.
          const taken = -sumOf([posting], 'creator_balance/7') * sign
          expect(taken).toBeGreaterThanOrEqual(0)
          expect(taken).toBeLessThanOrEqual(part)
        }

        for (const account of ['cash_clearing', 'platform_revenue', 'tax_payable', 'creator_balance/7'])
          expect(sumOf(postings, account)).toBe(0)
      },
    ),
  )
})

function sum(entries: Posting['entries']): number {
  return entries.reduce((total, { amount }) => total + amount, 0)
}

function sumOf(postings: Array<Posting>, account: string): number {
  return sum(postings.flatMap(({ entries }) => entries.filter((entry) => entry.account === account)))
}
