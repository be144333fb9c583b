import { expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { insertWithPublicId, randomPublicId } from './public-id.ts'

/** Returns the ids in order, then repeats the last one. */
function idsInOrder(first: number, ...others: Array<number>): () => number {
  const remaining = [first, ...others]
  return () => (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? first
}

test('randomPublicId returns different safe integers of 15 digits', () => {
  const ids = Array.from({ length: 1_000 }, randomPublicId)

  expect(ids.every((id) => id >= 1e14 && Number.isSafeInteger(id) && String(id).length === 15)).toBe(true)
  expect(new Set(ids).size).toBe(1_000)
})

test('an item whose random id is taken gets another one', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const first = await creator.publishText({ title: 'First' })
  w.ports.newPublicId = idsInOrder(first.id, first.id, 123_456_789_012_345)

  const second = await creator.publishText({ title: 'Second' })

  expect(second).toMatchObject({ id: 123_456_789_012_345, title: 'Second' })
})

test('a sale whose random order number is taken gets another one, and both buyers have their access', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText({ price: '10.00' })
  const first = await w.visitor().purchase(item.id)
  w.ports.newPublicId = idsInOrder(Number(first.purchaseId), 123_456_789_012_345)

  const second = await w.visitor().purchase(item.id)

  expect(second.purchaseId).toBe(123_456_789_012_345)
  expect(await w.probe.grants()).toHaveLength(2)
  expect(await w.probe.sum()).toBe(0)
})

test('insertWithPublicId throws after five taken ids', async () => {
  const triedIds: Array<number> = []
  const insert = async (id: number) => {
    triedIds.push(id)
    return []
  }

  await expect(insertWithPublicId(() => 1, insert)).rejects.toThrow('5 random ids in a row were taken')
  expect(triedIds).toHaveLength(5)
})
