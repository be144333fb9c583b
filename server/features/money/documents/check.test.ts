import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getDocumentTotals } from '../../../../contract/admin-documents.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { documentFiles, documents } from '../../../db/schema/index.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'
import { checkDocuments, checkDocumentsNightly, lastCheckTime } from './check.ts'
import { documentPdf } from './files.ts'

const hourMs = 3_600_000

async function issuedFixture(sales: number) {
  const w = await createTestApp()
  const item = await (await w.creator()).publishFile()
  for (let sale = 0; sale < sales; sale++) await w.visitor().purchase(item.id)
  await issueReceipts(w.ports)
  const rows = await w.db.select().from(documents)
  return { w, ids: rows.map(({ id }) => id) }
}

/** As someone with the database's password may. */
async function changeByHand({ db }: TestApp, statement: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(statement))
  })
}

test('at night a missing number and a changed document are named by an alert, until they are as they were', async () => {
  const { w, ids } = await issuedFixture(4)
  const admin = await w.creator('admin@example.com')
  const read = async () => (await admin.call(getDocumentTotals, { query: { period: '2026' } })).body.check
  expect(await read()).toBeNull()
  await checkDocumentsNightly(w.ports)
  expect(await read()).toMatchObject({
    ranges: [{ first: '2026-000001', last: '2026-000004' }],
    problems: [],
    hasReadAll: true,
  })
  await w.db.execute(sql`create table kept as select * from documents where number in (2, 4)`)
  await changeByHand(
    w,
    `delete from documents where number in (2, 4);
     update document_contents set content = jsonb_set(content, '{total,1}', '"$1.00"') where document_id = ${ids[2]}`,
  )

  await checkDocumentsNightly(w.ports)
  expect((await read())?.problems).toEqual([])
  w.clock.advance(24 * hourMs)
  await checkDocumentsNightly(w.ports)
  const found = await read()
  await changeByHand(
    w,
    `insert into documents select * from kept;
     update document_contents set content = jsonb_set(content, '{total,1}', '"$10.00"') where document_id = ${ids[2]}`,
  )
  const alerts = (await w.probe.alerts()).map(({ kind, target }) => [kind, target])
  await checkDocuments(w.ports)

  expect(found?.problems).toEqual([
    '2026-000002 is missing.',
    '2026-000004 is missing.',
    '2026-000003 isn’t what was issued: its content has changed.',
  ])
  expect(alerts.toSorted()).toEqual([
    ['document-changed', '2026-000002'],
    ['document-changed', '2026-000003'],
    ['document-changed', '2026-000004'],
  ])
  expect((await read())?.problems).toEqual([])
  expect(await w.probe.openAlerts()).toEqual([])
})

test('verify names the number that is missing and the document that was changed', async () => {
  const { w, ids } = await issuedFixture(3)
  await changeByHand(
    w,
    `delete from documents where number = 2;
     update document_contents set content = jsonb_set(content, '{total,1}', '"$1.00"') where document_id = ${ids[2]}`,
  )

  const findings = await checkLedger(w)

  expect(findings.map(({ name, differences }) => [name, differences[0]?.entityRef]).slice(0, 2)).toEqual([
    ['Document numbers have no gaps', '2026-000002 is missing'],
    ['Every document is what was issued', '2026-000003'],
  ])
})

test('a lost file is a problem, and documents beyond one night are read in the next ones', async () => {
  const { w, ids } = await issuedFixture(3)
  for (const id of ids) await documentPdf(w.ports, id, { owner: 'ada' })
  const files = await w.db.select().from(documentFiles)
  const last = files.find(({ documentId }) => documentId === ids[2])
  await w.ports.fileStore.remove(last?.key ?? '')
  const problemsOf = async (limit: number) =>
    (await checkDocuments(w.ports, { limit, pageSize: 1 })).map(({ number }) => number)

  expect(await problemsOf(2)).toEqual([])
  expect(await problemsOf(2)).toEqual(['2026-000003'])
  expect(await problemsOf(2)).toEqual(['2026-000003'])
})

test('the check is due at 3:00 on the site’s clock', () => {
  const at = (text: string) => lastCheckTime(new Date(text), 'Asia/Tokyo').toISOString()

  expect(at('2026-03-01T17:59:00.000Z')).toBe('2026-02-28T18:00:00.000Z')
  expect(at('2026-03-01T18:00:00.000Z')).toBe('2026-03-01T18:00:00.000Z')
})
