import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendAccessLinks } from '../../../../contract/access.ts'
import { requestSignInCode, updateProfile } from '../../../../contract/accounts.ts'
import { eraseBuyerData, exportBuyerData, requestBuyerData } from '../../../../contract/buyer-data.ts'
import { followCreator } from '../../../../contract/creators.ts'
import { sendFeedback } from '../../../../contract/feedback.ts'
import { revokeAccess } from '../../../../contract/sales.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { addEndpoint, startReceiver } from '../../../../tests/support/webhook-fixture.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'
import { buyerDataToken } from './buyer-data.ts'

const address = 'Ada+tips@example.com'

/** Every column of every table, and every file but emails, in which a text occurs in any case. */
async function placesOf(w: TestApp, text: string): Promise<Array<string>> {
  const { rows: columns } = await w.db.execute<{ table: string; column: string; type: string }>(sql`
    select format('%I.%I', c.table_schema, c.table_name) as table, quote_ident(column_name) as column, data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`)
  const places: Array<string> = []
  for (const { table, column, type } of columns) {
    const value = sql.raw(type === 'bytea' ? `convert_from(${column}, 'SQL_ASCII')` : `${column}::text`)
    const { rows } = await w.db.execute(
      sql`select 1 from ${sql.raw(table)} where position(${text.toLowerCase()} in lower(${value})) > 0 limit 1`,
    )
    if (rows.length > 0) places.push(`${table}.${column}`)
  }
  for (const file of await readdir(w.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || path.startsWith(join(w.dataDir, 'mail'))) continue
    if ((await readFile(path, 'latin1')).toLowerCase().includes(text.toLowerCase())) places.push(path)
  }
  return places
}

test('after an erasure the address is in no table, no file and no job', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara', bio: '', links: '' } })
  const item = await mara.publishFile({ title: 'Dusk' })
  // It answers with what it was sent.
  const receiver = await startReceiver((response, nth) => response.end(receiver.received[nth]?.body))
  await addEndpoint(mara, receiver)
  const fan = w.visitor()
  const { purchaseId } = await fan.purchase(item.id, { email: address })
  await fan.starts(item.id, { email: address })
  await w.visitor().purchase(item.id, { email: 'bo@example.com', supporterMessage: `With ${address}` })
  await issueReceipts(w.ports)
  await fan.call(followCreator, { params: { handle: 'mara' }, body: { email: address } })
  await fan.call(sendAccessLinks, { body: { email: address } })
  await fan.call(requestBuyerData, { body: { email: address } })
  await fan.call(requestSignInCode, { body: { email: address } })
  const mention = `Asked ${address.toUpperCase()} twice.`
  await mara.call(revokeAccess, { params: { id: purchaseId }, body: { reason: mention } })
  const report = new URLSearchParams({ reason: 'other', details: mention, email: 'bo@example.com' })
  await w.visitor().send('POST', `/api/content/${item.id}/report`, {
    payload: String(report),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  await w.visitor().call(sendFeedback, {
    body: { type: 'general', subject: 'About', message: mention, email: address, priority: 'low' },
  })
  await w.runJobs()
  await w.db.execute(sql`update pgboss.job set output = ${JSON.stringify({ message: `550 ${address}` })}::jsonb
    where id = (select id from pgboss.job limit 1)`)
  const places = await placesOf(w, address)
  expect(places).toEqual(expect.arrayContaining(['public.deliveries.data', 'public.webhook_tries.answer']))
  expect(places.length).toBeGreaterThan(8)
  const params = { token: buyerDataToken(w.ports, address) }
  const exported = JSON.parse(String((await fan.call(exportBuyerData, { params })).bytes))
  expect(exported.emails.map(({ kind }: { kind: string }) => kind)).toContain('purchase_access')
  expect(exported.purchases[0].reasonOfRevocation).toBe(mention)

  const { status } = await fan.call(eraseBuyerData, { params })
  await w.runJobs()

  expect(status).toBe(200)
  expect(await placesOf(w, address)).toEqual([])
  expect(await placesOf(w, 'bo@example.com')).toContain('public.purchases.buyer_email')
})

test('after an account is deleted its address is nowhere', async () => {
  const w = await createTestApp()
  const mara = await w.creator('mara+shop@example.com')
  await mara.publishFile({ title: 'Dusk' })
  expect((await placesOf(w, 'mara+shop@example.com')).length).toBeGreaterThan(1)

  const { status } = await mara.call(deleteAccount, { body: { email: 'mara+shop@example.com' } })
  await w.runJobs()

  expect(status).toBe(200)
  expect(await placesOf(w, 'mara+shop@example.com')).toEqual([])
})
