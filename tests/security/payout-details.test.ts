import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listAuditLog } from '../../contract/admin-overview.ts'
import { getCreatorPayouts } from '../../contract/admin-payouts.ts'
import { listPayouts, markPayoutPaid, previewPayouts } from '../../contract/payout-runs.ts'
import { getPayoutHistory, getStatementFile, setPayoutMethod } from '../../contract/payouts.ts'
import { exportAccount } from '../../contract/settings.ts'
import { closeMonthlyReports } from '../../server/features/operating/monthly-reports/reports.ts'
import { march, payoutFixture } from '../support/payout-fixture.ts'
import type { TestApp } from '../support/test-app.ts'
import { unzip } from '../support/unzip.ts'

const iban = 'DE89370400440532013000'

/** Every table of the database as text. */
async function databaseText({ db }: TestApp): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const texts = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify((await db.execute(sql.raw(`select * from ${name}`))).rows)),
  )
  return texts.join('\n')
}

test('an account number is in clear only in the payout file, and each file is in the audit log', async () => {
  const lines: Array<string> = []
  const { w, admin, seller, processes, fileOf, batchOf } = await payoutFixture({
    logTo: (line) => lines.push(line),
  })
  const mara = await seller('mara@example.com', { method: false })
  const body = { payoutMethod: 'bank', payoutEmail: `Mara Lind, IBAN ${iban}` }
  const answers: Array<unknown> = [await mara.call(setPayoutMethod, { body })]
  await mara.sells('100.00')
  answers.push(await admin.call(previewPayouts, { query: march }))
  await processes()
  await w.runJobs()
  const listed = await admin.call(listPayouts)
  const id = listed.body.payouts[0]?.id ?? 0
  const csv = await fileOf('bank')
  answers.push(await batchOf('bank'))
  answers.push(
    listed,
    await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'R-1' } }),
    await admin.call(getCreatorPayouts, { query: march }),
    await admin.call(listAuditLog),
    await mara.call(getPayoutHistory),
    await mara.call(getStatementFile, { params: { id }, query: { as: 'csv' } }),
  )
  await w.runJobs()
  const emails = await Promise.all(
    (await w.mailbox.list()).map(async (email) => JSON.stringify(await w.mailbox.read(email.id))),
  )
  w.clock.advance(32 * 24 * 3_600_000)
  await closeMonthlyReports(w.ports)
  await w.runPeriodicTasks()
  const exported = unzip((await mara.call(exportAccount)).bytes)

  expect(csv).toContain(`Mara Lind,${iban},80.00,USD`)
  const audited = await admin.call(listAuditLog, { query: { q: 'downloadPayoutBatch' } })
  expect(audited.body.entries).toMatchObject([
    {
      actorEmail: 'admin@example.com',
      target: 'batch 2603-1',
      newValues: { file: 'payouts-2603-1-bank.csv' },
    },
  ])
  expect(JSON.stringify(answers)).toContain('account ending in 3000')
  for (const [where, text] of Object.entries({
    answers: JSON.stringify(answers),
    emails: emails.join('\n'),
    export: [...exported.values()].map(String).join('\n'),
    log: lines.join('\n'),
    database: await databaseText(w),
  })) {
    expect(text.length, where).toBeGreaterThan(100)
    expect(text, where).not.toContain(iban)
    expect(text, where).not.toContain('Mara Lind')
  }
})
