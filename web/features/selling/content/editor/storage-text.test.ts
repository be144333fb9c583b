import { expect, test } from 'vitest'
import { isNearlyFull, storageError, usedText } from './file-picker.tsx'

const GB = 1024 ** 3
const storage = {
  usedBytes: 40 * GB,
  maxBytes: 50 * GB,
  remainingBytes: 10 * GB,
  proMaxBytes: 1024 * GB,
  itemCount: 3,
  maxItems: 2_000,
}

test('the storage note is prominent from 80%', () => {
  expect(isNearlyFull(storage)).toBe(true)
  expect(isNearlyFull({ ...storage, usedBytes: 40 * GB - 1 })).toBe(false)
  expect(usedText(storage)).toBe('40 GB of 50 GB used')
})

test('a file that does not fit is rejected with the remaining storage and advice', () => {
  expect(storageError(storage, { size: 10 * GB })).toBeUndefined()
  expect(storageError(storage, { size: 10 * GB + 1 })).toEqual({
    title: 'Not enough storage',
    description: 'You have 10 GB left for uploads. Delete items you no longer need, or get Pro for 1,024 GB.',
  })
  expect(storageError({ ...storage, proMaxBytes: null }, { size: 11 * GB })?.description).toBe(
    'You have 10 GB left for uploads. Delete items you no longer need.',
  )
})

test('a file whose upload has begun is not counted twice', () => {
  expect(storageError(storage, { size: 15 * GB, reservedBytes: 15 * GB })).toBeUndefined()
})

test('a file is accepted while the storage is unknown, because the server checks it', () => {
  expect(storageError(undefined, { size: 999 * GB })).toBeUndefined()
})
