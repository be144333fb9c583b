import pMap from 'p-map'
import { subscriptionRevenue } from '../../../../domain/ledger.ts'
import { taxPlace } from '../../../../domain/tax.ts'
import type { Tx } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PaymentSnapshot } from '../../../ports/payment-provider.ts'
import type { PaidInvoice, SubscriptionSnapshot } from '../../../ports/subscriptions.ts'
import { postToLedger } from '../ledger/repository.ts'
import { saleTax } from '../tax/rates.ts'
import { findBuyerOfPro } from './buyer.ts'
import { reconcilePayment } from './invoice-reversals.ts'
import { insertInvoice, selectKnownInvoices } from './invoices-repository.ts'
import type { SubscriptionRow } from './repository.ts'

/** A paid invoice with its payment, where it has one. */
export type ReadInvoice = PaidInvoice & { payment: PaymentSnapshot | undefined }

const concurrency = 4

/** The paid invoices that are not stored, with their payments, read at the provider. */
export async function readNewInvoices(
  { db, paymentProvider }: Ports,
  { invoices }: SubscriptionSnapshot,
): Promise<Array<ReadInvoice>> {
  const paid = invoices.filter(({ amount }) => amount > 0)
  const known = await selectKnownInvoices(
    db,
    paymentProvider.id,
    paid.map(({ invoiceId }) => invoiceId),
  )
  const added = paid.filter(({ invoiceId }) => !known.has(invoiceId))
  return pMap(
    added,
    async (invoice) => {
      const paymentId = await paymentProvider.subscriptions?.findInvoicePayment(invoice.invoiceId)
      return { ...invoice, payment: paymentId ? await paymentProvider.getPayment(paymentId) : undefined }
    },
    { concurrency },
  )
}

/**
 * Books a paid invoice once, with the tax and the payer of that day, and what its payment says about fee, refunds and disputes. The
 * amounts are the provider's. The caller holds the creator's lock.
 */
export async function recordInvoice(
  tx: Tx,
  ports: Ports,
  subscription: SubscriptionRow,
  { invoiceId, amount, currency, paidAt, periodStart, periodEnd, payment }: ReadInvoice,
): Promise<void> {
  const { paymentProvider, clock } = ports
  const { userId: creatorId } = subscription
  const cardCountry = payment?.card?.country ?? null
  const buyer = await findBuyerOfPro(tx, ports, creatorId)
  const { isVatIdVerified } = buyer
  const place = taxPlace({
    cardCountry,
    statedCountry: buyer.country,
    statedRegion: '',
    vatId: buyer.vatId,
    isVatIdVerified,
  })
  const tax = await saleTax(tx, ports, { amount, taxKind: 'digital', place, isVatIdVerified, paidAt })
  const invoice = await insertInvoice(tx, {
    subscriptionId: subscription.id,
    creatorId,
    provider: paymentProvider.id,
    providerInvoiceId: invoiceId,
    amount,
    currency,
    paidAt,
    periodStart,
    periodEnd,
    providerPaymentId: payment?.paymentId ?? null,
    cardBrand: payment?.card?.brand ?? null,
    cardLast4: payment?.card?.last4 ?? null,
    cardCountry,
    ...tax,
    buyerName: buyer.name,
    buyerAddress: buyer.address,
    buyerCountry: place.country,
    statedCountry: buyer.country,
    vatId: buyer.vatId,
    readAt: clock.now(),
  })
  if (!invoice) return
  const { taxAmount } = tax
  const reference = `invoice/${invoice.id}`
  const posting = subscriptionRevenue({ reference, creatorId, amount, taxAmount })
  await postToLedger(tx, posting, { currency, now: clock.now() })
  if (payment) await reconcilePayment(tx, ports, { invoice, subscription, payment })
}
