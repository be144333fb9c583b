import { eq } from 'drizzle-orm'
import { receiveWebhook } from '../../contract/instance.ts'
import { buildUrl } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import { webhookBody } from '../../server/adapters/sandbox/events.ts'
import { sandboxDeliveries } from '../../server/adapters/sandbox/schema.ts'
import { sign, signatureHeader } from '../../server/adapters/sandbox/webhook-signature.ts'
import { accessGrants, checkouts, ledgerEntries, purchases } from '../../server/db/schema/index.ts'
import { RefundFailedError } from '../../server/ports/payment-provider.ts'
import type { Seeded } from './seeded.ts'
import { createTestApp } from './test-app.ts'

type Delivery = typeof sandboxDeliveries.$inferSelect
export type WebhookShop = Awaited<ReturnType<typeof webhookShop>>

/** An event at the card provider, which we learn of by webhook only. `index` is that of an earlier payment. */
export type ProviderEvent =
  | { does: 'pay'; amountCents: number }
  | { does: 'decline then pay'; amountCents: number }
  | { does: 'refund'; index: number; share: number }
  | { does: 'open_inquiry' | 'open' | 'win' | 'lose'; index: number }

export function randomEvents(random: Seeded, count: number): Array<ProviderEvent> {
  return Array.from({ length: count }, (): ProviderEvent => {
    const index = random.below(1_000_000)
    const amountCents = 50 + random.below(20_000)
    const does = random.pick([
      'pay',
      'pay',
      'pay',
      'decline then pay',
      'refund',
      'refund',
      'dispute',
    ] as const)
    if (does === 'refund') return { does, index, share: random.pick([0.1, 0.5, 1]) ?? 1 }
    if (does === 'dispute')
      return { does: random.pick(['open_inquiry', 'open', 'win', 'lose'] as const) ?? 'open', index }
    return { does: does ?? 'pay', amountCents }
  })
}

/** A shop where the test delivers the provider's webhooks: in any order, any number of times, or never. */
export async function webhookShop() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '0.50' })
  const payments: Array<string> = []
  let posted = 0

  async function pay(amountCents: number, cards: ReadonlyArray<'declined' | 'paid'>) {
    const fan = w.visitor()
    const { paymentIntentId, clientSecret } = await fan.starts(item.id, {
      customAmount: (amountCents / 100).toFixed(2),
    })
    for (const card of cards) await fan.presents(card, clientSecret)
    payments.push(paymentIntentId)
  }

  async function refund(paymentId: string, share: number) {
    const { amount } = await w.sandbox.getPayment(paymentId)
    const request = { paymentId, amount: Math.ceil(amount * share), reason: 'requested' } as const
    await w.sandbox.refund(request, `webhooks/${w.ports.newPublicId()}`)
  }

  async function post(body: string, signature: string): Promise<number> {
    posted += 1
    const answer = await w
      .visitor()
      .send('POST', buildUrl(receiveWebhook, { params: { provider: 'sandbox' } }), {
        payload: body,
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
      })
    return answer.statusCode
  }

  return {
    w,
    payments,
    posted: () => posted,
    async happens(event: ProviderEvent): Promise<void> {
      if (event.does === 'pay') return pay(event.amountCents, ['paid'])
      if (event.does === 'decline then pay') return pay(event.amountCents, ['declined', 'paid'])
      const paymentId = payments[event.index % Math.max(1, payments.length)]
      if (!paymentId) return
      const done =
        event.does === 'refund'
          ? refund(paymentId, event.share)
          : w.sandbox.simulate.dispute(paymentId, event.does)
      await done.catch(unlessRefused)
    },
    /** Webhooks created since the last call, oldest first. */
    async written(): Promise<Array<Delivery>> {
      const rows = await w.db
        .select()
        .from(sandboxDeliveries)
        .where(eq(sandboxDeliveries.attemptCount, 0))
        .orderBy(sandboxDeliveries.createdAt, sandboxDeliveries.id)
      await w.db.update(sandboxDeliveries).set({ attemptCount: 1 })
      return rows
    },
    deliver: (delivery: Delivery) => {
      const body = webhookBody(delivery)
      return post(body, sign(w.ports.secret, body, w.clock.now()))
    },
    /** The webhook with a forged signature. */
    forge: (delivery: Delivery, secret: string) => {
      const body = webhookBody(delivery)
      return post(body, sign(secret, body, w.clock.now()))
    },
    /** Our state of each payment, in order of creation, and each account's balance. */
    async standing() {
      const rows = await w.db
        .select({
          paymentId: checkouts.providerPaymentId,
          amount: purchases.amount,
          fee: purchases.platformFeeAmount,
          refunded: purchases.refundedAmount,
          disputed: purchases.disputedAmount,
          revokedAt: accessGrants.revokedAt,
        })
        .from(purchases)
        .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
        .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
      const byPayment = new Map(
        rows.map(({ paymentId, revokedAt, ...row }) => [paymentId, { ...row, isOpen: revokedAt === null }]),
      )
      const balances: Record<string, number> = {}
      for (const { account, amount } of await w.db.select().from(ledgerEntries)) {
        const name = account.replace(creator.id, 'mara')
        balances[name] = (balances[name] ?? 0) + amount
      }
      return { purchases: payments.map((id) => byPayment.get(id)), balances, count: rows.length }
    },
  }
}

/** Ignores actions that the provider rejects because of the payment's state. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError || error instanceof RefundFailedError)) throw error
}
