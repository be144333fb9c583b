import { eq } from 'drizzle-orm'
import { receiveWebhook } from '../../contract/instance.ts'
import { buildUrl } from '../../contract/route.ts'
import { AppError } from '../../domain/errors.ts'
import { sign, signatureHeader, webhookBody } from '../../server/adapters/sandbox/events.ts'
import { sandboxDeliveries } from '../../server/adapters/sandbox/schema.ts'
import { accessGrants, checkouts, ledgerEntries, purchases } from '../../server/db/schema/index.ts'
import { RefundFailedError } from '../../server/ports/payment-provider.ts'
import type { Seeded } from './seeded.ts'
import { createTestApp } from './test-app.ts'

type Delivery = typeof sandboxDeliveries.$inferSelect
export type WebhookShop = Awaited<ReturnType<typeof webhookShop>>

/** An event at the card provider, which we learn of by webhook only. `index` is that of an earlier payment. */
export type ProviderEvent =
  | { kind: 'pay'; amount: number }
  | { kind: 'decline then pay'; amount: number }
  | { kind: 'refund'; index: number; share: number }
  | { kind: 'open_inquiry' | 'open' | 'win' | 'lose'; index: number }

export function randomEvents(random: Seeded, count: number): Array<ProviderEvent> {
  return Array.from({ length: count }, (): ProviderEvent => {
    const index = random.below(1_000_000)
    const amount = 50 + random.below(20_000)
    const kind = random.pick([
      'pay',
      'pay',
      'pay',
      'decline then pay',
      'refund',
      'refund',
      'dispute',
    ] as const)
    if (kind === 'refund') return { kind, index, share: random.pick([0.1, 0.5, 1]) ?? 1 }
    if (kind === 'dispute')
      return { kind: random.pick(['open_inquiry', 'open', 'win', 'lose'] as const) ?? 'open', index }
    return { kind: kind ?? 'pay', amount }
  })
}

/** A shop where the test delivers the provider's webhooks: in any order, any number of times, or never. */
export async function webhookShop() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '0.50' })
  const payments: Array<string> = []
  let postCount = 0

  async function pay(amount: number, cards: ReadonlyArray<'declined' | 'paid'>) {
    const fan = w.visitor()
    const { paymentIntentId, clientSecret } = await fan.starts(item.id, {
      customAmount: (amount / 100).toFixed(2),
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
    postCount += 1
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
    posted: () => postCount,
    async apply(event: ProviderEvent): Promise<void> {
      if (event.kind === 'pay') return pay(event.amount, ['paid'])
      if (event.kind === 'decline then pay') return pay(event.amount, ['declined', 'paid'])
      const paymentId = payments[event.index % Math.max(1, payments.length)]
      if (!paymentId) return
      const action =
        event.kind === 'refund'
          ? refund(paymentId, event.share)
          : w.sandbox.simulate.dispute(paymentId, event.kind)
      await action.catch(ignoreRejections)
    },
    /** Webhooks created since the last call, oldest first. */
    async newDeliveries(): Promise<Array<Delivery>> {
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
    async state() {
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
function ignoreRejections(error: unknown): void {
  if (!(error instanceof AppError || error instanceof RefundFailedError)) throw error
}
