import { expect, test } from 'vitest'
import { itemQuotaMessage, type Quotas, remainingBytes, uploadQuotaMessage } from './quota.ts'

const GB = 1024 ** 3
const quota = { maxStoredBytes: 50 * GB, maxOpenBytes: 20 * GB, maxItems: 2_000 }
const pro = { maxStoredBytes: 1024 * GB, maxOpenBytes: 100 * GB, maxItems: 50_000 }
const onCreator: Quotas = { quota, pro }
const empty = { storedBytes: 0, openBytes: 0, itemCount: 0 }

test('an upload that fits exactly is accepted, and one byte more is rejected', () => {
  const use = { ...empty, storedBytes: 49 * GB }

  expect(uploadQuotaMessage(use, onCreator, GB)).toBeUndefined()
  expect(uploadQuotaMessage(use, onCreator, GB + 1)).toBe(
    'This file doesn’t fit: you’ve used 49 GB of 50 GB. Delete items you no longer need (their space is free about a day later) or get Pro for 1,024 GB.',
  )
})

test('unfinished uploads count as storage and have a separate limit', () => {
  const use = { ...empty, openBytes: 19 * GB }

  expect(uploadQuotaMessage(use, onCreator, GB)).toBeUndefined()
  expect(uploadQuotaMessage(use, onCreator, 2 * GB)).toBe(
    'This file doesn’t fit: your unfinished uploads take up 19 GB of 20 GB. Publish or remove some of them first, or get Pro for 100 GB at a time.',
  )
  expect(uploadQuotaMessage({ ...use, storedBytes: 31 * GB }, onCreator, 1)).toContain(
    'you’ve used 50 GB of 50 GB',
  )
})

test('the message to a Pro creator does not offer Pro', () => {
  const full = { storedBytes: 1024 * GB, openBytes: 0, itemCount: 50_000 }

  expect(uploadQuotaMessage(full, { quota: pro }, 1)).not.toMatch(/get Pro/)
  expect(itemQuotaMessage(full, { quota: pro })).toBe(
    'You have 50,000 of 50,000 items. Delete items you no longer need.',
  )
})

test('one item over the limit is rejected with a message that has both numbers', () => {
  expect(itemQuotaMessage({ ...empty, itemCount: 1_999 }, onCreator)).toBeUndefined()
  expect(itemQuotaMessage({ ...empty, itemCount: 2_000 }, onCreator)).toBe(
    'You have 2,000 of 2,000 items. Delete items you no longer need, or get Pro for 50,000.',
  )
})

test('remainingBytes is never negative', () => {
  expect(remainingBytes({ ...empty, openBytes: 15 * GB }, quota)).toBe(5 * GB)
  expect(remainingBytes({ ...empty, storedBytes: 45 * GB }, quota)).toBe(5 * GB)
  expect(remainingBytes({ ...empty, storedBytes: 60 * GB }, quota)).toBe(0)
})
