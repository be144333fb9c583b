import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeReturnedBy, platformFee } from './fees.ts'
import { type Posting, refund, sale } from './ledger.ts'

const tenDollars = { creatorId: '7', amount: 1000, fee: 200 }

test('a ten dollar sale gives the creator eight and the platform two', () => {
  const { entries } = sale({ ...tenDollars, reference: 'purchase/1' })

  expect(entries).toEqual([
    { account: 'outside', amount: -1000 },
    { account: 'creator/7', amount: 800 },
    { account: 'platform', amount: 200 },
  ])
})

test('the fraction of a cent is the creator’s', () => {
  expect(platformFee(1, 2000)).toBe(0)
  expect(platformFee(4, 2000)).toBe(0)
  expect(platformFee(5, 2000)).toBe(1)
  expect(platformFee(999, 2000)).toBe(199)
  expect(platformFee(99_999_999, 2000)).toBe(19_999_999)
})

test('a one-cent tip leaves no fee and no empty entry', () => {
  const { entries } = sale({ creatorId: '7', amount: 1, fee: 0, reference: 'purchase/1' })

  expect(entries).toEqual([
    { account: 'outside', amount: -1 },
    { account: 'creator/7', amount: 1 },
  ])
})

test('Pro pays no fee', () => {
  expect(platformFee(99_999_999, 0)).toBe(0)
})

test('a full refund undoes the sale to the cent', () => {
  const undone = refund({ ...tenDollars, before: 0, after: 1000, reference: 'refund/1' })

  expect(undone.entries).toEqual([
    { account: 'outside', amount: 1000 },
    { account: 'creator/7', amount: -800 },
    { account: 'platform', amount: -200 },
  ])
})

test('more cannot be paid back than was paid, nor nothing at all', () => {
  expect(() => refund({ ...tenDollars, before: 900, after: 1001, reference: 'r' })).toThrow()
  expect(() => refund({ ...tenDollars, before: 500, after: 500, reference: 'r' })).toThrow()
})

test('the fee returned grows with the refund and ends at the whole fee', () => {
  expect(feeReturnedBy(0, tenDollars)).toBe(0)
  expect(feeReturnedBy(333, tenDollars)).toBe(66)
  expect(feeReturnedBy(1000, tenDollars)).toBe(200)
})

test('whatever the parts, every posting sums to zero and the parts undo the whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      (amount, bps, cuts) => {
        const sold = { creatorId: '7', amount, fee: platformFee(amount, bps) }
        const marks = [...new Set([...cuts.map((cut) => Math.floor(cut * amount)), amount])]
          .filter((mark) => mark > 0)
          .sort((a, b) => a - b)

        const postings = [
          sale({ ...sold, reference: 'purchase/1' }),
          ...marks.map((after, i) =>
            refund({ ...sold, before: marks[i - 1] ?? 0, after, reference: `refund/${i}` }),
          ),
        ]

        for (const posting of postings) expect(sum(posting.entries)).toBe(0)
        for (const account of ['outside', 'platform', 'creator/7']) expect(sumOf(postings, account)).toBe(0)
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
