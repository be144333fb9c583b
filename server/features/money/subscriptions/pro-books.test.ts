import { readFileSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { getPayoutSummary } from '../../../../contract/admin-payouts.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { savePayee } from '../../../../contract/payees.ts'
import { getProDocument, replaceProInvoice } from '../../../../contract/pro-plan.ts'
import {
  createSubscription,
  getSubscription,
  refreshSubscription,
} from '../../../../contract/subscriptions.ts'
import { addEuTaxRates, getTaxReport } from '../../../../contract/tax.ts'
import { business } from '../../../../tests/support/payee-fixture.ts'
import type { Visitor } from '../../../../tests/support/test-app/http-client.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { documentContents, documents, invoices, payees } from '../../../db/schema/index.ts'
import { verifyLedger } from '../../../verify/run-checks.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'
import { sealPostings } from '../ledger/seal.ts'
import { claimInvoicesWithoutPayment } from './invoices-repository.ts'

type Prepare = (w: TestApp, mara: Visitor & { id: string }) => Promise<unknown>

/** A German seller with the EU's rates, and a creator on Pro. */
async function openPro(
  env: Record<string, string> = { CURRENCY: 'EUR' },
  prepare: Prepare = async () => undefined,
) {
  const w = await createTestApp({ env })
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(updateInstanceSettings, {
    body: { taxEnabled: true, sellerName: 'Müller Verlag', sellerCountry: 'DE', sellerVatId: 'DE123456789' },
  })
  const mara = await w.creator()
  await prepare(w, mara)
  await upgradeToPro(mara, 'paid_germany')
  const [payment] = (await w.sandbox.simulate.payments()).payments
  const plan = async () => (await mara.call(getSubscription)).body
  /** Something happens at the provider, and its webhook arrives. */
  const atProvider = async (change: (paymentId: string) => Promise<unknown>) => {
    await change(payment?.id ?? '')
    await w.deliverWebhooks()
    await w.runJobs()
  }
  return { w, admin, mara, plan, atProvider, paymentId: payment?.id ?? '' }
}

async function issued({ ports }: TestApp) {
  await issueReceipts(ports)
  const rows = await ports.db.select().from(documents).orderBy(asc(documents.number))
  return rows.map(({ kind, number, amount, taxAmount, buyerCountry }) => ({
    kind,
    number,
    amount,
    taxAmount,
    buyerCountry,
  }))
}

async function expectVerified(w: TestApp) {
  await issueReceipts(w.ports)
  const client = await w.ports.pool.connect()
  expect(await verifyLedger(client).finally(() => client.release())).toEqual([])
}

async function subjects(w: TestApp) {
  return (await w.mailbox.list()).map(({ subject }) => subject).filter((one) => one.includes('Pro'))
}

test('a payment of Pro is a document with tax, in the report and in the ledger', async () => {
  const { w, admin } = await openPro()

  expect(await issued(w)).toEqual([
    { kind: 'invoice', number: 1, amount: 9_900, taxAmount: 1_581, buyerCountry: 'DE' },
  ])
  const { body } = await admin.call(getTaxReport, { query: { year: 2026, quarter: 1 } })
  expect(body).toMatchObject({ amount: '99.00', taxAmount: '15.81', ledgerTaxAmount: '15.81' })
  expect(body.lines).toMatchObject([{ country: 'DE', isPro: true, documents: 1 }])
  const month = await admin.call(getPayoutSummary, { query: { year: 2026, month: 3 } })
  expect(month.body).toMatchObject({ totalRevenue: 0, proRevenue: 99, proTaxes: 15.81 })
  expect(await w.probe.balance('platform_revenue')).toBe(8_319)
  await expectVerified(w)
})

test('what version 1.0 passed by gets its document, and its payments before the upgrade need none', async () => {
  const { w, mara, atProvider } = await openPro()
  const issueAsBefore = async () => {
    await sealPostings(w.ports)
    await w.db.execute(sql`insert into receipt_progress (id, sequence) select 1, max(sequence) from posting_hashes
      on conflict (id) do update set sequence = excluded.sequence`)
  }
  const migration = readFileSync('server/db/migrations/0025_pro_document_progress.sql', 'utf8')
  await issueAsBefore()
  await w.db.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''))

  await expectVerified(w)
  const before = await issued(w)
  await w.sandbox.simulate.advanceClock(31)
  await mara.call(refreshSubscription)
  await issueAsBefore()
  const renewed = await issued(w)
  await atProvider((id) => w.sandbox.simulate.refund(id))

  expect(before).toEqual([])
  expect(renewed).toMatchObject([{ kind: 'invoice', number: 1, amount: 9_900, taxAmount: 1_581 }])
  expect(await issued(w)).toMatchObject([{ number: 1 }, { kind: 'credit_note', number: 2, amount: -9_900 }])
  await expectVerified(w)
})

test('the invoice is a PDF of the same bytes for ever, for its creator only', async () => {
  const { w, mara, plan, atProvider } = await openPro()
  const jonas = await w.creator('jonas@example.com')
  await issueReceipts(w.ports)
  const [invoice] = (await plan()).invoices
  const params = { number: invoice?.documents[0]?.number ?? '' }
  const before = await mara.send('GET', `/api/subscription/documents/${params.number}`)

  await atProvider((id) => w.sandbox.simulate.refund(id))
  const after = await mara.send('GET', `/api/subscription/documents/${params.number}`)
  await issueReceipts(w.ports)
  const [refunded] = (await plan()).invoices

  expect(before.headers['content-disposition']).toContain('invoice-2026-000001.pdf')
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
  expect(before.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(refunded).toMatchObject({
    returnedAmount: '99.00',
    documents: [
      { number: '2026-000001', kind: 'invoice' },
      { number: '2026-000002', kind: 'credit_note' },
    ],
  })
  expect((await jonas.call(getProDocument, { params })).status).toBe(404)
  const [content] = await w.ports.db.select().from(documentContents)
  expect(content?.content).toMatchObject({
    heading: 'Invoice',
    total: ['Total, paid with Visa ••0016', '€99.00'],
    lines: [
      { label: 'Tipdrop Pro, one month', value: '€99.00' },
      { label: 'Net', value: '€83.19' },
      { label: 'VAT (19%)', value: '€15.81' },
    ],
  })
})

test('a business with a confirmed VAT ID of another country owes the tax itself, and the invoice says so', async () => {
  const { w } = await openPro(undefined, async ({ db }, mara) => {
    await mara.call(savePayee, { body: business })
    await db.update(payees).set({ vatState: 'valid' })
  })

  expect(await issued(w)).toMatchObject([
    { kind: 'invoice', amount: 9_900, taxAmount: 0, buyerCountry: 'IT' },
  ])
  const [content] = await w.db.select().from(documentContents)
  expect(content?.content).toMatchObject({
    parties: [{ label: 'For', lines: expect.arrayContaining([business.legalName, 'Italy']) }, {}],
    closing: expect.arrayContaining(['Reverse charge: the recipient owes the VAT.']),
  })
  await expectVerified(w)
})

test('a refund at the provider’s dashboard is booked, and the full one ends Pro at once with an email', async () => {
  const { w, mara, plan, atProvider } = await openPro()

  await atProvider((id) => w.sandbox.simulate.refund(id, '33.33'))
  const partly = await plan()
  await atProvider((id) => w.sandbox.simulate.refund(id))
  const fully = await plan()

  expect(partly).toMatchObject({ plan: 'pro', state: 'active' })
  expect(fully).toMatchObject({ plan: 'creator', state: 'canceled' })
  expect(await issued(w)).toMatchObject([
    { kind: 'invoice', amount: 9_900, taxAmount: 1_581 },
    { kind: 'credit_note', number: 2, amount: -3_333, taxAmount: -532 },
    { kind: 'credit_note', number: 3, amount: -6_567, taxAmount: -1_049 },
  ])
  expect(await w.probe.balance('platform_revenue')).toBe(0)
  expect(await w.probe.balance('tax_payable')).toBe(0)
  expect((await subjects(w)).toSorted()).toEqual([
    'Welcome to Pro',
    'Your Pro payment was refunded',
    'Your Pro payment was refunded',
  ])
  await expectVerified(w)
  expect((await mara.call(createSubscription)).status).toBe(200)
})

test('without any webhook the sweep finds a refund at the provider', async () => {
  const { w, plan, paymentId } = await openPro()
  await w.runPeriodicTasks()
  await w.sandbox.simulate.refund(paymentId)

  w.clock.advance(11 * 60_000)
  await w.runPeriodicTasks()

  expect(await plan()).toMatchObject({ plan: 'creator', state: 'canceled' })
  await expectVerified(w)
})

test('the sweep finds the payment of an invoice without one, and then what was refunded', async () => {
  const { w, plan, atProvider, paymentId } = await openPro()
  await w.db
    .update(invoices)
    .set({ providerPaymentId: null, periodStart: null, periodEnd: null, readAt: null })
  const { subscriptions } = w.ports.paymentProvider
  if (!subscriptions) throw new Error('This instance does not sell Pro')
  const find = vi.spyOn(subscriptions, 'findInvoicePayment')
  const sweep = async (minutes: number) => {
    w.clock.advance(minutes * 60_000)
    await w.runPeriodicTasks()
    return find.mock.calls.length
  }

  find.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('The provider is busy'))
  const asked = [await sweep(0), await sweep(30), await sweep(31), await sweep(30)]
  await atProvider((id) => w.sandbox.simulate.refund(id))
  const missed = await plan()
  const last = [await sweep(31), await sweep(61), await sweep(24 * 60)]

  expect(asked).toEqual([1, 1, 2, 2])
  expect(missed).toMatchObject({ plan: 'pro', state: 'active' })
  expect(last).toEqual([3, 3, 3])
  expect(await w.db.select().from(invoices)).toMatchObject([{ providerPaymentId: paymentId }])
  expect(await plan()).toMatchObject({ plan: 'creator', state: 'canceled' })
  await expectVerified(w)
})

test('an invoice that was paid another way is asked for its payment daily, and after a year no more', async () => {
  const { w } = await openPro()
  await w.db.update(invoices).set({ providerPaymentId: null, readAt: null, paidAt: new Date('2025-01-01') })
  const ask = () => claimInvoicesWithoutPayment(w.db, 'sandbox', w.clock.now(), 10)
  const first = [await ask(), await ask()]
  await w.db.update(invoices).set({ paidAt: new Date(w.clock.now().getTime() - 30 * 24 * 3_600_000) })
  w.clock.advance(2 * 3_600_000)
  const sooner = await ask()
  w.clock.advance(22 * 3_600_000)
  const nextDay = await ask()
  await w.db.update(invoices).set({ paidAt: new Date('2025-01-01') })
  w.clock.advance(48 * 3_600_000)

  expect([...first, sooner, nextDay, await ask()].map(({ length }) => length)).toEqual([1, 0, 0, 1, 0])
})

test('a dispute holds the money, a won one returns it, and a lost one ends Pro', async () => {
  const { w, plan, atProvider } = await openPro()

  await atProvider((id) => w.sandbox.simulate.dispute(id, 'open'))
  const open = [await w.probe.balance('platform_revenue'), (await plan()).plan]
  await atProvider((id) => w.sandbox.simulate.dispute(id, 'lose'))
  const lost = [await w.probe.balance('platform_revenue'), (await plan()).plan]
  await atProvider((id) => w.sandbox.simulate.dispute(id, 'win'))

  expect(open).toEqual([0, 'pro'])
  expect(lost).toEqual([0, 'creator'])
  expect(await w.probe.balance('platform_revenue')).toBe(8_319)
  expect(await plan()).toMatchObject({ plan: 'creator', state: 'canceled' })
  expect(await subjects(w)).toContain('Pro has ended')
  expect((await issued(w)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['invoice', 9_900],
    ['credit_note', -9_900],
    ['credit_note_reversal', 9_900],
  ])
  await expectVerified(w)
})

test('a refund that the bank returns is taken back, and a person is told', async () => {
  const { w, atProvider } = await openPro()
  await atProvider((id) => w.sandbox.simulate.refund(id, '50.00'))
  const [payment] = (await w.sandbox.simulate.payments()).payments

  await atProvider(() => w.sandbox.simulate.failRefund(payment?.refunds[0]?.id ?? ''))

  expect(await w.probe.balance('tax_payable')).toBe(1_581)
  expect(await w.probe.openAlerts()).toEqual(['refund-failed'])
  await expectVerified(w)
})

test('a refund of an earlier month leaves Pro on', async () => {
  const { w, mara, plan, paymentId } = await openPro()
  await w.sandbox.simulate.advanceClock(31)
  w.clock.advance(31 * 24 * 3_600_000)
  await mara.call(refreshSubscription)

  await w.sandbox.simulate.refund(paymentId)
  await w.deliverWebhooks()

  expect(await plan()).toMatchObject({ plan: 'pro', state: 'active' })
  await expectVerified(w)
})

test('eight readings at once book one refund, and an older answer takes nothing back', async () => {
  const { w, mara, paymentId } = await openPro()
  const before = await w.sandbox.getPayment(paymentId)
  await w.sandbox.simulate.refund(paymentId, '10.00')
  const { syncProPayment } = await import('./invoice-reversals.ts')

  await Promise.all(Array.from({ length: 8 }, () => syncProPayment(w.ports, paymentId)))
  await w.ports.db.update(invoices).set({ appliedRequestSeq: 1_000 })
  vi.spyOn(w.ports.paymentProvider, 'getPayment').mockResolvedValue(before)
  await syncProPayment(w.ports, paymentId)

  expect(await w.probe.balance('platform_revenue')).toBe(8_319 - 840)
  expect((await mara.call(getSubscription)).body.plan).toBe('pro')
  await expectVerified(w)
})

test('the provider’s fee on Pro is booked once it is known', async () => {
  const { w, paymentId } = await openPro()
  const snapshot = await w.sandbox.getPayment(paymentId)
  vi.spyOn(w.ports.paymentProvider, 'getPayment').mockResolvedValue({ ...snapshot, providerFeeAmount: 317 })

  w.clock.advance(2 * 3_600_000)
  await w.runPeriodicTasks()
  await w.runPeriodicTasks()

  expect(await w.probe.balance('processing_fees')).toBe(317)
  await expectVerified(w)
})

test('a currency without and one with three decimals', async () => {
  const instances: Array<Record<string, string>> = [
    { CURRENCY: 'JPY' },
    { CURRENCY: 'KWD', SANDBOX_PRO_PRICE: '30.000' },
  ]
  for (const env of instances) {
    const { w, atProvider } = await openPro(env)
    await atProvider((id) => w.sandbox.simulate.refund(id, env.CURRENCY === 'JPY' ? '333' : '7.777'))
    expect(await w.probe.sum()).toBe(0)
    await expectVerified(w)
  }
})

test('an invoice is issued again once with payee details of later, and the documents still sum to what was paid', async () => {
  const { w, mara, atProvider, plan } = await openPro()
  await issued(w)
  const [first] = (await plan()).invoices
  const params = { id: first?.id ?? 0 }
  const early = await mara.call(replaceProInvoice, { params })
  await mara.call(savePayee, { body: business })
  const offered = (await plan()).invoices[0]?.canReplace
  const stranger = await (await w.creator('ines@example.com')).call(replaceProInvoice, { params })

  const replaced = await mara.call(replaceProInvoice, { params })
  const again = await mara.call(replaceProInvoice, { params })
  await atProvider((id) =>
    w.sandbox.refund({ paymentId: id, amount: 900, reason: 'requested' }, 'refund:pro'),
  )

  expect([early, stranger, replaced, again].map(({ status }) => status)).toEqual([409, 404, 200, 409])
  expect([first?.canReplace, offered, replaced.body.invoices[0]?.canReplace]).toEqual([false, true, false])
  const documentsNow = await issued(w)
  expect(documentsNow.map(({ kind, amount, taxAmount }) => [kind, amount, taxAmount])).toEqual([
    ['invoice', 9_900, 1_581],
    ['credit_note', -9_900, -1_581],
    ['invoice', 9_900, 1_581],
    ['credit_note', -900, -144],
  ])
  expect(await w.db.select().from(documents).where(eq(documents.number, 3))).toMatchObject([
    { businessName: 'Vitale Suono S.r.l.', vatId: 'IT01234567890', postingKind: null },
  ])
  await expectVerified(w)
})
