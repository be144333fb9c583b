import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { downloadContent } from '../../../../contract/purchases.ts'
import { failWritesWhere } from '../../../../tests/support/failing-rows.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { files } from '../../../db/schema/index.ts'
import { ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import { issueRefund } from '../refunds/execute-refund.ts'
import { verifyDeliverability } from './undeliverable.ts'

/** Two items whose files are lost, each with a buyer who never had the file. */
async function lostFilesFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const items = [await creator.publishFile(), await creator.publishFile()]
  await verifyDeliverability(w.ports)
  const sales = []
  for (const item of items) {
    const fan = w.visitor()
    sales.push({ item, fan, ...(await fan.purchase(item.id)) })
  }
  const rows = await w.db.select().from(files).orderBy(asc(files.id))
  for (const { key } of rows) await rm(join(w.dataDir, 'files', key))
  for (const { item, fan } of sales) await fan.call(downloadContent, { params: { id: item.id } })
  w.clock.advance(60_000)
  const idOf = async (order: number) =>
    (await w.probe.purchases()).find(({ orderNumber }) => orderNumber === order)?.id ?? 0
  const refunded = async () =>
    (await w.probe.purchases()).map(({ orderNumber, refundedAmount }) => [orderNumber, refundedAmount])
  const [first = 0, second = 0] = sales.map(({ purchaseId }) => Number(purchaseId))
  return { w, creator, rows, first, second, idOf, refunded }
}

test('a round ends while a partial refund of a lost file is in progress, and the other buyer is refunded', async () => {
  const { w, creator, first, second, idOf, refunded } = await lostFilesFixture()
  const { refund } = w.sandbox
  w.sandbox.refund = () => Promise.reject(new ProviderUnavailableError('no answer'))
  await issueRefund(w.ports, {
    purchaseId: await idOf(first),
    amount: '4.00',
    reason: '',
    by: { role: 'creator', userId: creator.id },
  })
  w.sandbox.refund = refund

  await verifyDeliverability(w.ports)
  await w.runPeriodicTasks()

  expect(await refunded()).toContainEqual([second, 1000])
})

test('a lost file whose row fails holds up no other file', async () => {
  const { w, rows, second, refunded } = await lostFilesFixture()
  await failWritesWhere(w, { table: 'missing_files', column: 'file_id', value: rows[0]?.id ?? 0 })

  await verifyDeliverability(w.ports)
  await w.runPeriodicTasks()

  expect(await refunded()).toContainEqual([second, 1000])
})

test('a purchase whose refund fails holds up no other buyer of a lost file', async () => {
  const { w, first, second, idOf, refunded } = await lostFilesFixture()
  const end = await failWritesWhere(w, {
    table: 'refund_requests',
    column: 'purchase_id',
    value: await idOf(first),
  })

  await w.runPeriodicTasks()
  await w.runPeriodicTasks()
  const meanwhile = await refunded()
  await end()
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()

  expect(meanwhile).toEqual(
    expect.arrayContaining([
      [first, 0],
      [second, 1000],
    ]),
  )
  expect(await refunded()).toContainEqual([first, 1000])
})
