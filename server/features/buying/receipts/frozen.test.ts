import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateProfile } from '../../../../contract/accounts.ts'
import { refundAsAdmin } from '../../../../contract/admin-purchases.ts'
import { eraseBuyerData } from '../../../../contract/buyer-data.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { getCorrectionPdf, getReceipt, getReceiptPdf } from '../../../../contract/receipts.ts'
import { deleteAccount } from '../../../../contract/settings.ts'
import { addEuTaxRates, addTaxRate } from '../../../../contract/tax.ts'
import { differences } from '../../../../tests/support/check-ledger.ts'
import { textOfPdf } from '../../../../tests/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import {
  contentItems,
  documentContents,
  documentFiles,
  documents,
  purchases,
} from '../../../db/schema/index.ts'
import { documentPdf } from '../../money/documents/files.ts'
import { buyerDataToken } from '../../operating/privacy/buyer-data.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'
import { freezeEarlierDocuments } from './freeze-contents.ts'
import { issueReceipts } from './issue-receipts.ts'

/** A sale of an instance with taxes, with everything that its buyer can download. */
async function documentsFixture(
  currency: string,
  { price, country }: { price: string; country: 'DE' | 'JP' },
) {
  const w = await createTestApp({ env: { CURRENCY: currency } })
  const admin = await w.creator('admin@example.com')
  await admin.call(addEuTaxRates)
  await admin.call(addTaxRate, {
    body: { country: 'JP', kind: 'digital', percent: '10', validFrom: '2026-01-01' },
  })
  await admin.call(updateInstanceSettings, {
    body: { taxEnabled: true, sellerName: 'Müller Verlag', sellerCountry: 'DE', sellerVatId: 'DE123456789' },
  })
  const mara = await w.creator('mara@example.com')
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara', bio: '', links: '' } })
  const item = await mara.publishFile({ title: 'Night Ferry', price })
  const fan = w.visitor()
  const card = country === 'DE' ? 'paid_germany' : 'paid_japan'
  const { paymentIntentId, purchaseId } = await fan.purchase(item.id, { card, email: 'ada@example.com' })
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const token = body.accessUrl.split('/').at(-1) ?? ''
  const receipt = async () => (await fan.call(getReceipt, { params: { token } })).body
  /** Every document of the purchase, as it is downloaded. */
  const download = async () => {
    const files = new Map<string, Buffer>()
    const { number, corrections } = await receipt()
    files.set(String(number), (await fan.call(getReceiptPdf, { params: { token } })).bytes)
    for (const { number } of corrections)
      files.set(number, (await fan.call(getCorrectionPdf, { params: { token, number } })).bytes)
    return files
  }
  return { w, admin, mara, item, fan, token, paymentIntentId, purchaseId, receipt, download }
}

const hashesOf = (files: Map<string, Buffer>) =>
  [...files].map(([number, bytes]) => [number, createHash('sha256').update(bytes).digest('hex')])

/** Everything that a document once was rendered from. */
async function changeEverything({ w, admin, item }: Awaited<ReturnType<typeof documentsFixture>>) {
  await w.db
    .update(contentItems)
    .set({ title: 'Ferry by Day', pondSeed: 99 })
    .where(eq(contentItems.id, item.id))
  await w.db.execute(sql`update users set first_name = 'Someone else', show_ticket_numbers = false`)
  await w.db.update(purchases).set({ buyerEmail: 'other@example.net', buyerCountry: 'FR', refundedAmount: 0 })
  await w.db.execute(sql`update checkouts set business_name = 'Léa SARL', vat_id = 'FR12345678901'`)
  await admin.call(updateInstanceSettings, {
    body: { sellerName: 'Other GmbH', sellerCountry: 'FR', taxEnabled: false, refundPolicy: 'unconditional' },
  })
}

test('every document of a purchase has the same bytes after refunds, disputes and changes of all it was made from', async () => {
  const sale = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  const { w, admin, purchaseId, paymentIntentId, download } = sale
  const refund = { amount: '16.66', refunded: '0.00', reason: 'Half is missing' }
  const [before] = hashesOf(await download())
  await admin.call(refundAsAdmin, { params: { id: purchaseId }, body: refund })
  const refunded = hashesOf(await download())

  await w.sandbox.simulate.dispute(paymentIntentId, 'open')
  await settlePurchase(w.ports, paymentIntentId)
  await w.sandbox.simulate.dispute(paymentIntentId, 'lose')
  await settlePurchase(w.ports, paymentIntentId)
  await changeEverything(sale)
  const after = await download()

  expect(refunded).toHaveLength(2)
  expect(refunded[0]).toEqual(before)
  expect(hashesOf(after).slice(0, 2)).toEqual(refunded)
  const stored = await w.db.select().from(documentFiles)
  expect(stored.map(({ sha256 }) => sha256).toSorted()).toEqual(
    hashesOf(after)
      .map(([, hash]) => hash)
      .toSorted(),
  )
  const text = await textOfPdf(after.get('2026-000001') ?? Buffer.alloc(0))
  expect(text).toContain('Night Ferry €49.99 Creator: Mara')
  expect(text).toContain('Total paid €49.99')
  expect(text).not.toMatch(/Refunded|33.33|Credit note|Ferry by Day|ada@example\.com/)
})

test.each([
  ['EUR', { price: '49.99', country: 'DE' }, ['16.66', '0.01', '3.32'], 49.99],
  ['JPY', { price: '333', country: 'JP' }, ['1'], 333],
] as const)(
  'in %s the documents of a purchase state what was paid and returned, and sum to the ledger',
  async (currency, terms, refunds, paid) => {
    const { w, admin, purchaseId, paymentIntentId, receipt, download } = await documentsFixture(
      currency,
      terms,
    )
    let refunded = '0'
    for (const amount of refunds) {
      const body = { amount, refunded, reason: 'Half is missing' }
      await admin.call(refundAsAdmin, { params: { id: purchaseId }, body })
      refunded = (await receipt()).refundedAmount
    }
    await w.sandbox.simulate.dispute(paymentIntentId, 'open')
    await settlePurchase(w.ports, paymentIntentId)
    await w.sandbox.simulate.dispute(paymentIntentId, 'lose')
    await settlePurchase(w.ports, paymentIntentId)

    const files = await download()

    const rows = await w.db.select().from(documents)
    const sum = (of: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0)
    expect(rows).toHaveLength(refunds.length + 2)
    expect(sum(({ amount }) => amount)).toBe(0 - (await w.probe.balance('cash_clearing')))
    expect(sum(({ taxAmount }) => taxAmount)).toBe(await w.probe.balance('tax_payable'))
    const shown = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency })
    const text = (await textOfPdf(files.get('2026-000001') ?? Buffer.alloc(0))).replaceAll('\u00a0', ' ')
    expect(text).toMatch(new RegExp(`Total paid ${shown(paid).replace(/[.$]/g, '\\$&')}`))
    expect(
      await differences(
        w,
        'Every sale, payment of Pro, refund and dispute has one document with its amount and tax',
      ),
    ).toEqual([])
  },
)

test('what a document prints is frozen when it is issued, not at its first download', async () => {
  const sale = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  await issueReceipts(sale.w.ports)
  await changeEverything(sale)

  const text = await textOfPdf((await sale.download()).get('2026-000001') ?? Buffer.alloc(0))

  expect(text).toContain('Night Ferry €49.99 Creator: Mara')
  expect(text).toContain('Müller Verlag Germany VAT ID DE123456789')
  expect(text).toContain('a•••@example.com Germany')
})

test('a document of an earlier version can be downloaded before all of them are frozen', async () => {
  const { w, download } = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  await issueReceipts(w.ports)
  await w.db.execute(sql`alter table document_contents disable trigger user`)
  await w.db.delete(documentContents)

  const text = await textOfPdf((await download()).get('2026-000001') ?? Buffer.alloc(0))

  expect(text).toContain('Total paid €49.99')
  expect(await w.db.select().from(documentContents)).toHaveLength(1)
})

test('a document of an earlier version is frozen once, with the data of then', async () => {
  const sale = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  const { w } = sale
  await issueReceipts(w.ports)
  const [frozen] = await w.db.select().from(documentContents)
  await w.db.execute(sql`alter table document_contents disable trigger user`)
  await w.db.delete(documentContents)
  await w.db.execute(sql`alter table document_contents enable trigger user`)

  await freezeEarlierDocuments(w.ports)
  await changeEverything(sale)
  await freezeEarlierDocuments(w.ports)

  expect(await w.db.select().from(documentContents)).toEqual([frozen])
})

test('a lost file of a document is restored with its bytes, and another file is given to nobody', async () => {
  const { w, fan, token, download } = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  const before = hashesOf(await download())
  const [file] = await w.db.select().from(documentFiles)
  await w.ports.fileStore.remove(file?.key ?? '')

  expect(hashesOf(await download())).toEqual(before)
  await changeStoredFile(w, file?.key ?? '')
  expect(hashesOf(await download())).toEqual(before)
  await w.db.execute(sql`alter table document_contents disable trigger user`)
  await w.db.execute(sql`update document_contents set content = jsonb_set(content, '{total,1}', '"1,00 €"')`)
  await changeStoredFile(w, file?.key ?? '')
  const refused = await fan.call(getReceiptPdf, { params: { token } })

  expect(refused.status).toBe(503)
  expect(await w.probe.openAlerts()).toEqual(['document-changed'])
})

async function changeStoredFile({ ports }: TestApp, key: string): Promise<void> {
  await ports.fileStore.remove(key)
  await ports.fileStore.put(key, Readable.from([Buffer.from('%PDF-other')]), { maxBytes: 100 })
}

test('two first downloads at the same time store one file', async () => {
  const { w } = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  await issueReceipts(w.ports)
  const [document] = await w.db.select().from(documents)
  const turn = { owner: 'ada' }

  const both = await Promise.all([1, 2].map(() => documentPdf({ ...w.ports }, document?.id ?? 0, turn)))

  expect(both[0]?.equals(both[1] ?? Buffer.alloc(0))).toBe(true)
  expect(await w.db.select().from(documentFiles)).toHaveLength(1)
})

test('a document stays the same when its buyer erases their data and its creator closes the account', async () => {
  const { w, mara, fan, download } = await documentsFixture('EUR', { price: '49.99', country: 'DE' })
  const before = hashesOf(await download())
  await fan.call(eraseBuyerData, { params: { token: buyerDataToken(w.ports, 'ada@example.com') } })
  const balance = (await w.probe.balance(`creator_balance/${mara.id}`)) / 100

  const body = { email: 'mara@example.com', forfeitedBalance: balance.toFixed(2) }
  const closed = await mara.call(deleteAccount, { body })

  expect(closed.status).toBe(200)
  expect(hashesOf(await download())).toEqual(before)
  const [{ content } = {}] = await w.db.select().from(documentContents)
  expect(JSON.stringify(content)).not.toMatch(/ada@example|mara@example/)
  expect(JSON.stringify(content)).toContain('Creator: Mara')
})
