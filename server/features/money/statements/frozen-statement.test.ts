import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getDocumentTotals, listDocuments } from '../../../../contract/admin-documents.ts'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { markPayoutPaid } from '../../../../contract/payout-runs.ts'
import { getStatementFile } from '../../../../contract/payouts.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { documentFiles, documents, users } from '../../../db/schema/index.ts'
import { issueStatements } from './issue-statements.ts'

test('the PDF and the CSV of a statement have the same bytes after everything they were made from has changed', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  await w.db.update(users).set({ firstName: 'Mara' }).where(eq(users.id, mara.id))
  const { purchaseId } = await mara.sells('50.00')
  await processes()
  await issueStatements(w.ports)
  const [payout] = await mara.history()
  const id = payout?.id ?? 0
  const download = async () =>
    Promise.all(
      (['pdf', 'csv'] as const).map(async (as) => {
        const { bytes } = await mara.call(getStatementFile, { params: { id }, query: { as } })
        return createHash('sha256').update(bytes).digest('hex')
      }),
    )

  await w.db.execute(sql`update content_items set title = 'Another title'`)
  await w.db.execute(sql`update users set first_name = 'Another name', time_zone = 'Asia/Tokyo'`)
  await w.db.execute(sql`update payouts set destination_mask = 'a•••@example.net'`)
  await admin.call(updateInstanceSettings, { body: { sellerName: 'Other GmbH', sellerCountry: 'FR' } })
  const before = await download()
  await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'R1' } })
  await admin.call(refundAsAdmin, {
    params: { id: purchaseId },
    body: { amount: '5.00', refunded: '0.00', reason: 'Half is missing' },
  })

  expect(await download()).toEqual(before)
  const files = await w.db.select().from(documentFiles)
  expect(files.map(({ sha256 }) => sha256).toSorted()).toEqual(before.toSorted())
  const { bytes } = await mara.call(getStatementFile, { params: { id }, query: { as: 'csv' } })
  expect(bytes.toString('utf8')).not.toMatch(/Another title|a•••@example\.net/)
})

test('statements have numbers of their own, without gaps, and are a kind of their own', async () => {
  const { w, admin, seller, processes } = await payoutFixture()
  for (const email of ['mara@example.com', 'tom@example.com']) await (await seller(email)).sells('50.00')
  await processes()

  await Promise.all([issueStatements({ ...w.ports }), issueStatements({ ...w.ports })])
  await issueStatements(w.ports)

  const rows = await w.db.select().from(documents).where(eq(documents.kind, 'statement'))
  expect(rows.map(({ series, number, amount }) => [series, number, amount]).toSorted()).toEqual([
    ['self_billing', 1, 4_000],
    ['self_billing', 2, 4_000],
  ])
  const { body: listed } = await admin.call(listDocuments, {
    query: { period: '2026-03', type: 'statement' },
  })
  expect(listed.documents.map(({ number }) => number).toSorted()).toEqual(['S-2026-000001', 'S-2026-000002'])
  const { body } = await admin.call(getDocumentTotals, { query: { period: '2026' } })
  expect(body.totals).toEqual([
    { type: 'receipt', count: 2, amount: '100.00', taxAmount: '0.00' },
    { type: 'statement', count: 2, amount: '80.00', taxAmount: '0.00' },
  ])
})
