import { expect, test } from 'vitest'
import { listPayouts } from '../contract/payout-runs.ts'
import { getStatement, getStatementFile } from '../contract/payouts.ts'
import { postingHashes, unsealedPostings } from '../server/db/schema/index.ts'
import { sealPostings } from '../server/features/money/ledger/seal.ts'
import { runChecks, verifyLedger } from '../server/verify/run-checks.ts'
import { parseCsv, verifyStatement } from '../server/verify/statement.ts'
import { ledgerFixture } from './support/ledger-fixture.ts'
import { payoutFixture } from './support/payout-fixture.ts'
import { tamperCases } from './support/tampering.ts'
import type { TestApp } from './support/test-app.ts'

async function failedChecks(w: TestApp): Promise<Array<string>> {
  const client = await w.ports.pool.connect()
  const findings = await verifyLedger(client).finally(() => client.release())
  return findings.map(({ name }) => name)
}

test('a ledger with sales, refunds, a dispute and payouts verifies', async () => {
  const { w } = await ledgerFixture()

  expect(await failedChecks(w)).toEqual([])
  expect(await w.db.select().from(unsealedPostings)).toEqual([])
  expect((await w.db.select().from(postingHashes)).length).toBeGreaterThan(15)
})

test('verify detects every change made with triggers disabled', async () => {
  const { w } = await ledgerFixture()
  const client = await w.ports.pool.connect()

  const namesByChange: Record<string, Array<string>> = {}
  for (const [change, sql] of tamperCases) {
    await client.query(`begin; set local session_replication_role = replica; ${sql}`)
    const findings = await runChecks(client).finally(() => client.query('rollback'))
    namesByChange[change] = findings.map(({ name }) => name)
  }
  client.release()
  expect(namesByChange).toEqual(Object.fromEntries(tamperCases.map(([change, _, names]) => [change, names])))
  expect(await failedChecks(w)).toEqual([])
})

test('a sealed posting accepts no more entries, and no seal can be changed', async () => {
  const { w } = await ledgerFixture()
  const run = (sql: string) =>
    w.ports.pool.query(sql).then(
      () => 'done',
      (error: Error) => error.message,
    )

  expect(
    await run(`insert into ledger_entries (kind, reference, creator_id, account, amount, currency, created_at)
      select kind, reference, '1', v.account, v.amount, 'USD', now() from posting_hashes,
        (values ('processing_fees', 5), ('payouts_payable/1', -5)) v (account, amount) where sequence = 1`),
  ).toBe('a hashed posting takes no more entries')
  expect(await run("update posting_hashes set hash = ''")).toBe(
    'posting_hashes is append-only: UPDATE refused',
  )
  expect(await run('delete from posting_hashes')).toBe('posting_hashes is append-only: DELETE refused')
})

test('sales continue while several processes seal, and each posting is sealed once', async () => {
  const { w, seller } = await payoutFixture()
  const mara = await seller('mara@example.com')

  await Promise.all([
    ...Array.from({ length: 12 }, () => mara.sells('5.00')),
    ...Array.from({ length: 6 }, () => sealPostings(w.ports)),
  ])
  await sealPostings(w.ports)

  const seals = await w.db.select().from(postingHashes)
  expect(seals.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(seals.map((_, i) => i + 1))
  expect(seals).toHaveLength(12)
  expect(await failedChecks(w)).toEqual([])
})

async function statements() {
  const { admin, mara } = await ledgerFixture()
  const { payouts } = (await admin.call(listPayouts)).body
  const own = payouts.filter(({ email }) => email === 'mara@example.com')
  const files = await Promise.all(
    own.map(async ({ id }) => {
      const params = { id }
      const csv = String((await mara.call(getStatementFile, { params, query: { as: 'csv' } })).body)
      return { id, csv, page: (await mara.call(getStatement, { params })).body }
    }),
  )
  return { mara, files, payouts }
}

let madeOnce: ReturnType<typeof statements> | undefined

/** Mara's statements as text. Most tests need no more, so they are made once. */
async function statementFiles() {
  madeOnce ??= statements()
  return (await madeOnce).files
}

test('a statement verifies from its sales to the amount paid out, without a database', async () => {
  const files = await statementFiles()

  const [second, first] = files
  expect(files).toHaveLength(2)
  expect(verifyStatement(first?.csv ?? '')).toEqual({
    errors: [],
    summary: `Payout ${first?.id}: 6 entries come to 101.33 USD.`,
  })
  expect(verifyStatement(second?.csv ?? '').errors).toEqual([])
  expect(first?.page).toMatchObject({
    openingBalance: '0.00',
    closingBalance: '101.33',
    retainedAmount: '0.00',
    omittedLineCount: 0,
  })
  expect(first?.page.lines.map(({ type, gross, fee, net }) => [type, gross, fee, net])).toEqual([
    ['sale', '100.00', '20.00', '80.00'],
    ['sale', '20.00', '4.00', '16.00'],
    ['refund', '-3.33', '-0.66', '-2.67'],
    ['sale', '9.99', '1.99', '8.00'],
    ['refund', '-9.99', '-1.99', '-8.00'],
    ['refund_reversal', '9.99', '1.99', '8.00'],
  ])
})

test('every changed figure of a statement is detected', async () => {
  const files = await statementFiles()
  const csv = files.at(-1)?.csv ?? ''
  const figures = [...csv.matchAll(/\d+\.\d\d(?=[,\r])/g)]

  expect(figures.length).toBeGreaterThan(25)
  for (const { index, 0: figure } of figures) {
    const other = (Number(figure) + 0.01).toFixed(2)
    const forged = csv.slice(0, index) + other + csv.slice(index + figure.length)
    expect(verifyStatement(forged).errors, `${figure} at ${index}`).not.toEqual([])
  }
  const lines = csv.trimEnd().split('\r\n')
  for (let removed = 0; removed < lines.length; removed++) {
    const forged = lines.filter((_, index) => index !== removed).join('\r\n')
    expect(verifyStatement(forged).errors, lines[removed]).not.toEqual([])
  }
})

const columns = ['entry', 'date', 'what', 'number', 'item', 'rate', 'gross', 'fee', 'net', 'balance']

/** A CSV as other programs write it, with every cell quoted. */
function quotedCsv(rows: Array<Array<string>>, separator = ','): string {
  const lines = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

test('every changed cell of a statement is detected', { tags: ['long'] }, async () => {
  const files = await statementFiles()
  const rows = parseCsv(files.at(-1)?.csv ?? '')

  for (const [rowIndex, row] of rows.entries()) {
    for (const [column, name] of columns.entries()) {
      const text = row[column] ?? ''
      for (const other of [`${text}1`, text.slice(0, -2), 'sale', '=1+1']) {
        if (other === text) continue
        const { errors } = verifyStatement(quotedCsv(rows.with(rowIndex, row.with(column, other))))
        expect(errors, `row ${rowIndex}, ${name}: ${other} for ${text}`).not.toEqual([])
      }
    }
  }
})

test('reordered, repeated and missing rows of a statement, and rows of another one, are detected', async () => {
  const files = await statementFiles()
  const [other = [], rows = []] = files.map(({ csv }) => parseCsv(csv))
  const row = (at: number) => rows.at(at) ?? []

  for (const forged of [
    rows.toSorted(),
    rows.with(2, row(3)).with(3, row(2)),
    rows.toSpliced(2, 0, row(2)),
    rows.with(-1, other.at(-1) ?? []),
    rows.slice(0, -1),
    rows.slice(0, 1),
    [],
  ])
    expect(verifyStatement(quotedCsv(forged)).errors, quotedCsv(forged)).not.toEqual([])
})

test('a statement saved again by a spreadsheet still verifies', async () => {
  const files = await statementFiles()
  const csv = files.at(-1)?.csv ?? ''
  const rows = parseCsv(csv)
  // A spreadsheet saves 8.00 as 8, and 2.50 as 2.5.
  const short = rows.map((row) =>
    row.map((text) => (/^-?\d+\.\d\d$/.test(text) ? String(Number(text)) : text)),
  )

  for (const saved of [
    csv.replace(/^\ufeff/, ''),
    csv.replaceAll('\r\n', '\n'),
    `${csv}\r\n\r\n${','.repeat(9)}\r\n`,
    quotedCsv(rows),
    quotedCsv(rows, ';'),
    quotedCsv(rows, '\t'),
    quotedCsv(short),
  ])
    expect(verifyStatement(saved).errors, saved).toEqual([])
})

test('titles that look like formulas are quoted, and the statement still verifies', {
  tags: ['long'],
}, async () => {
  const { w, seller, processes } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const titles = ['=1+1', '＝1+1', '+1', '-1', '@a', "'=1", '"a",b', 'a;b', ' Ночь ']
  for (const title of titles) {
    const item = await mara.publishText({ title, price: '10.00' })
    await w.visitor().purchase(item.id)
  }
  await processes()

  const params = { id: (await mara.history())[0]?.id }
  const csv = String((await mara.call(getStatementFile, { params, query: { as: 'csv' } })).body)
  const pdf = await mara.call(getStatementFile, { params, query: { as: 'pdf' } })

  expect(csv).not.toMatch(/(^|,)[=+@＝]/m)
  expect(verifyStatement(csv).errors).toEqual([])
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a number that a spreadsheet has rounded is named', { tags: ['long'] }, async () => {
  const files = await statementFiles()
  const rows = parseCsv(files.at(-1)?.csv ?? '')

  const { errors } = verifyStatement(quotedCsv(rows.with(2, (rows[2] ?? []).with(3, '8.27641E+11'))))

  expect(errors[0]).toBe('line 3: a spreadsheet rounded the number 8.27641E+11; download the file again')
})

test('only its creator and the admin can read a statement', async () => {
  const { mara, files, payouts } = await statements()
  const jonas = payouts.find(({ email }) => email === 'jonas@example.com')
  const params = { id: jonas?.id }

  const foreign = await mara.call(getStatement, { params })
  const file = await mara.call(getStatementFile, { params, query: { as: 'csv' } })
  const unknown = await mara.call(getStatement, { params: { id: 12 } })
  const pdf = await mara.call(getStatementFile, { params: { id: files[0]?.id }, query: { as: 'pdf' } })

  expect([foreign.status, file.status]).toEqual([404, 404])
  expect(foreign.body).toEqual(unknown.body)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})
