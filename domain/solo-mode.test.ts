import { expect, test } from 'vitest'
import { type Stranded, soloModeProblem } from './solo-mode.ts'

const nothing: Stranded = {
  name: 'mara@example.com',
  isOwner: false,
  publishedCount: 0,
  balance: null,
  hasOpenPayout: false,
  hasSubscription: false,
}

test('no one is in the way who has nothing, nor the owner with items and a balance', () => {
  expect(soloModeProblem([])).toBeUndefined()
  expect(soloModeProblem([nothing])).toBeUndefined()
  expect(
    soloModeProblem([{ ...nothing, isOwner: true, publishedCount: 3, balance: '$8.00' }]),
  ).toBeUndefined()
})

test('the sentence says who has what, and how many others do', () => {
  const mara = { ...nothing, publishedCount: 1, balance: '$8.00', hasOpenPayout: true }
  const settle = 'Settle that first, so that no one’s money is left behind.'

  expect(soloModeProblem([nothing, mara])).toBe(
    `You can’t sell alone yet: mara@example.com has 1 published item, a balance of $8.00 and an open payout. ${settle}`,
  )
  expect(soloModeProblem([{ ...nothing, publishedCount: 2 }, mara, mara])).toBe(
    `You can’t sell alone yet: mara@example.com has 2 published items. 2 other creators are in the way too. ${settle}`,
  )
  expect(soloModeProblem([{ ...nothing, isOwner: true, hasSubscription: true }, mara])).toBe(
    `You can’t sell alone yet: you have a Pro subscription that goes on. One other creator is in the way too. ${settle}`,
  )
})
