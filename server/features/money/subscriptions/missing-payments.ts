import { updateRow } from '../../../db/rows.ts'
import { invoices } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { reconcilePayment } from './invoice-reversals.ts'
import { claimInvoicesWithoutPayment, type InvoiceRow, lockInvoice } from './invoices-repository.ts'
import { findSubscription } from './repository.ts'

const batchSize = 50

/**
 * Finds the payments of invoices that are stored without one: those of version 1.0, and those that the provider could not say yet.
 * Books what was refunded or disputed in the meantime. Errors are logged, and a later sweep asks again.
 */
export async function findMissingPayments(ports: Ports): Promise<void> {
  const { db, paymentProvider, clock, log } = ports
  for (const invoice of await claimInvoicesWithoutPayment(db, paymentProvider.id, clock.now(), batchSize))
    await findPayment(ports, invoice).catch((error: unknown) => {
      log.error({ err: error, invoiceId: invoice.id }, 'payment of an invoice could not be read, will retry')
    })
}

async function findPayment(ports: Ports, { id, creatorId, providerInvoiceId, ...invoice }: InvoiceRow) {
  const { db, paymentProvider } = ports
  const paymentId = await paymentProvider.subscriptions?.findInvoicePayment(providerInvoiceId)
  if (!paymentId) return
  const payment = await paymentProvider.getPayment(paymentId)
  const { providerSubscriptionId, state } = await findSubscription(db, invoice.subscriptionId)
  const period =
    invoice.periodEnd === null && providerSubscriptionId !== null && state !== 'canceled'
      ? await readPeriod(ports, providerSubscriptionId, providerInvoiceId)
      : {}
  await db.transaction(async (tx) => {
    await lockCreator(tx, creatorId)
    await updateRow(tx, invoices, { id }, { providerPaymentId: paymentId, ...period })
    const subscription = await findSubscription(tx, invoice.subscriptionId)
    await reconcilePayment(tx, ports, { invoice: await lockInvoice(tx, id), subscription, payment })
  })
}

/** The month that an invoice of version 1.0 pays for: a refund of the current one ends Pro. Empty for an old one, which the provider does not list any more. */
async function readPeriod(
  { paymentProvider }: Ports,
  providerSubscriptionId: string,
  providerInvoiceId: string,
): Promise<Partial<Pick<InvoiceRow, 'periodStart' | 'periodEnd'>>> {
  const snapshot = await paymentProvider.subscriptions?.get(providerSubscriptionId)
  const found = snapshot?.invoices.find(({ invoiceId }) => invoiceId === providerInvoiceId)
  return found ? { periodStart: found.periodStart, periodEnd: found.periodEnd } : {}
}
