import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeReturnedBy, platformFee } from './fees.ts'
import { giveBack, type Posting, providerFee, sale, takeBack } from './ledger.ts'

const tenDollars = { creatorId: '7', amount: 1000, fee: 200 }
const nothing = { amount: 0, fee: 0 }
const refund = { kind: 'refund', reference: 'refund/1' } as const

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
  const { posting, feePart } = takeBack(tenDollars, { ...refund, part: 1000, returned: nothing })

  expect(feePart).toBe(200)
  expect(posting.entries).toEqual([
    { account: 'outside', amount: 1000 },
    { account: 'creator/7', amount: -800 },
    { account: 'platform', amount: -200 },
  ])
})

test('more cannot be taken back than was paid, nor nothing at all', () => {
  const almostAll = { amount: 900, fee: 180 }

  expect(() => takeBack(tenDollars, { ...refund, part: 101, returned: almostAll })).toThrow()
  expect(() => takeBack(tenDollars, { ...refund, part: 0, returned: almostAll })).toThrow()
})

test('a dispute that is won gives back what it took, to the cent', () => {
  const taken = takeBack(tenDollars, {
    kind: 'dispute',
    reference: 'dispute/1',
    part: 333,
    returned: nothing,
  })

  const given = giveBack('7', {
    kind: 'dispute_won',
    reference: 'dispute/1',
    part: 333,
    feePart: taken.feePart,
  })

  expect(taken.posting.entries).toContainEqual({ account: 'creator/7', amount: -267 })
  expect(given.entries).toContainEqual({ account: 'creator/7', amount: 267 })
  expect(given.entries).toContainEqual({ account: 'platform', amount: 66 })
})

test('the card provider’s fee is the platform’s cost', () => {
  expect(providerFee({ reference: 'purchase/1', fee: 59 }).entries).toEqual([
    { account: 'platform', amount: -59 },
    { account: 'processing', amount: 59 },
  ])
})

test('the fee returned grows with the refund and ends at the whole fee', () => {
  expect(feeReturnedBy(0, tenDollars)).toBe(0)
  expect(feeReturnedBy(333, tenDollars)).toBe(66)
  expect(feeReturnedBy(1000, tenDollars)).toBe(200)
})

test('whatever is taken back and given back, every posting sums to zero and taking the rest undoes the sale', () => {
  const step = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(step, { maxLength: 8 }),
      (amount, bps, steps) => {
        const sold = { creatorId: '7', amount, fee: platformFee(amount, bps) }
        const postings = [sale({ ...sold, reference: 'purchase/1' })]
        let returned = { amount: 0, fee: 0 }
        for (const { share, fails } of [...steps, { share: 1, fails: false }]) {
          const part = Math.floor((amount - returned.amount) * share)
          if (part === 0) continue
          const { posting, feePart } = takeBack(sold, { ...refund, part, returned })
          postings.push(posting)
          if (fails)
            postings.push(giveBack('7', { kind: 'refund_failed', reference: 'refund/1', part, feePart }))
          else returned = { amount: returned.amount + part, fee: returned.fee + feePart }
        }

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
