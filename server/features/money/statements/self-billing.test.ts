import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getDocumentPdf, listDocuments } from '../../../../contract/admin-documents.ts'
import { getPayee, savePayee, setSelfBilling } from '../../../../contract/payees.ts'
import { confirmPayoutMethod } from '../../../../contract/payout-method-state.ts'
import { markPayoutReturned } from '../../../../contract/payout-runs.ts'
import { getStatementFile } from '../../../../contract/payouts.ts'
import { addTaxRate } from '../../../../contract/tax.ts'
import { business } from '../../../../tests/support/payee-fixture.ts'
import { payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { documents, selfBillingAgreements } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { issueStatements } from './issue-statements.ts'

const seller = {
  SELLER_NAME: 'Hafen GmbH',
  SELLER_ADDRESS: 'Hafenstr. 1\\n20457 Hamburg',
  SELLER_COUNTRY: 'DE',
  SELLER_VAT_ID: 'DE123456789',
  SELF_BILLING: 'on',
  CURRENCY: 'EUR',
  LOCALE: 'de-DE',
}

async function fixture(env: Record<string, string> = {}) {
  const all = await payoutFixture({ env: { ...seller, ...env } })
  const mara = await all.seller('mara@example.com')
  await mara.sells('100.00')
  return {
    ...all,
    mara,
    agrees: (isAgreed = true) => mara.call(setSelfBilling, { body: { isAgreed } }),
    /** Pays, and returns the newest document and the text of its PDF. */
    async paid() {
      await all.processes()
      await issueStatements(all.w.ports)
      const [payout] = await mara.history()
      const { bytes } = await mara.call(getStatementFile, {
        params: { id: payout?.id ?? 0 },
        query: { as: 'pdf' },
      })
      const [document] = (await all.w.db.select().from(documents)).filter(
        ({ payoutId }) => payoutId === payout?.id,
      )
      return { document, text: await textOfPdf(bytes) }
    },
  }
}

test('a statement names payer and payee as the payout was made with, and is no invoice without an agreement', async () => {
  const { mara, paid } = await fixture()
  await mara.call(savePayee, { body: business })

  const { document, text } = await paid()
  await mara.call(savePayee, { body: { ...business, legalName: 'Anders S.r.l.' } })

  expect(text).toMatch(
    /Payout statement.*Paid to.*Vitale Suono S\.r\.l\..*Paid by.*Hafen GmbH|Payout statement.*Paid to.*Paid by/,
  )
  for (const part of [
    'Via San Nicolò 12',
    '34121 Trieste',
    'Italy',
    'VAT ID IT01234567890',
    'Hafenstr. 1',
    'VAT ID DE123456789',
  ])
    expect(text).toContain(part)
  expect(text).toContain('This statement is no invoice.')
  expect(document).toMatchObject({ taxTreatment: 'untaxed', taxAmount: 0, title: 'Vitale Suono S.r.l.' })
})

test('across borders it is an invoice with reverse charge, with the words that were agreed to and their time', async () => {
  const { w, mara, agrees, paid } = await fixture()
  await mara.call(savePayee, { body: business })
  const agreed = (await agrees()).body

  const { document, text } = await paid()

  expect(agreed.selfBilling).toMatchObject({ isOffered: true, agreedAt: w.clock.now().toISOString() })
  expect(await w.db.select().from(selfBillingAgreements)).toMatchObject([
    { words: expect.stringContaining('Hafen GmbH issues the invoices'), endedAt: null },
  ])
  expect(text).toContain('Self-billed invoice')
  expect(text).toContain('Hafen GmbH issues this invoice in the name and on behalf of Vitale Suono S.r.l.')
  expect(text).toContain('Reverse charge: the recipient owes the VAT.')
  expect(text).toMatch(/80,00\s€/)
  expect(document).toMatchObject({
    series: 'self_billing',
    number: 1,
    amount: 8_000,
    taxAmount: 0,
    taxTreatment: 'reverse_charge',
    businessName: 'Hafen GmbH',
    vatId: 'DE123456789',
    seller: { name: 'Vitale Suono S.r.l.', vatId: 'IT01234567890', country: 'IT' },
  })
})

test('at home it has the VAT of the country, which the amount includes', async () => {
  const { admin, mara, agrees, paid } = await fixture({
    SELLER_COUNTRY: 'IT',
    SELLER_VAT_ID: 'IT11111111111',
  })
  await admin.call(addTaxRate, {
    body: { country: 'IT', kind: 'digital', percent: '22', validFrom: '2026-01-01' },
  })
  await mara.call(savePayee, { body: business })
  await agrees()

  const { document, text } = await paid()

  expect(document).toMatchObject({ amount: 8_000, taxAmount: 1_443, taxTreatment: 'taxed' })
  expect(text).toMatch(/65,57\s€.*VAT, 22%.*14,43\s€.*80,00\s€/)
})

test('an agreement that is ended, or not offered, writes no invoice', async () => {
  const ended = await fixture()
  await ended.mara.call(savePayee, { body: business })
  await ended.agrees()
  ended.w.clock.advance(1_000)
  await ended.agrees(false)
  const off = await fixture({ SELF_BILLING: 'off' })
  await off.mara.call(savePayee, { body: business })

  const refused = await off.agrees()

  expect((await ended.paid()).text).toContain('Payout statement')
  expect((await ended.mara.call(getPayee)).body.selfBilling.agreedAt).toBeNull()
  expect([refused.status, (await off.paid()).document?.taxTreatment]).toEqual([409, 'untaxed'])
})

test('an invoice of a payout that came back is canceled by a credit note, once, and the next payout has its own', async () => {
  const italian = { SELLER_COUNTRY: 'IT', SELLER_VAT_ID: 'IT09876543210' }
  const { w, admin, mara, agrees, paid, processes } = await fixture(italian)
  await admin.call(addTaxRate, {
    body: { country: 'IT', kind: 'digital', percent: '22', validFrom: '2026-01-01' },
  })
  await mara.call(savePayee, { body: business })
  await agrees()
  const first = await paid()
  const [payout] = await mara.history()
  await admin.call(markPayoutReturned, { params: { id: payout?.id ?? 0 }, body: { notes: 'Closed' } })
  await Promise.all(
    [issueStatements(w.ports), issueStatements(w.ports)].map((step) => step.catch(() => undefined)),
  )
  await issueStatements(w.ports)
  await mara.call(confirmPayoutMethod)
  await processes()
  await issueStatements(w.ports)

  const rows = await w.db
    .select()
    .from(documents)
    .where(eq(documents.series, 'self_billing'))
    .orderBy(documents.number)
  expect(rows.map(({ number, kind, amount, taxAmount }) => [number, kind, amount, taxAmount])).toEqual([
    [1, 'statement', 8_000, 1_443],
    [2, 'credit_note', -8_000, -1_443],
    [3, 'statement', 8_000, 1_443],
  ])
  expect(rows[1]?.originalId).toBe(first.document?.id)
  const listed = (await admin.call(listDocuments, { query: { period: '2026', type: 'statement' } })).body
  const note = listed.documents.find(({ number }) => number === 'S-2026-000002')
  const { bytes } = await admin.call(getDocumentPdf, { params: { id: note?.id ?? 0 } })
  expect(await textOfPdf(bytes)).toMatch(/Credit note.*S-2026-000002.*Cancels invoice.*S-2026-000001/s)
  const client = await w.ports.pool.connect()
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
})
