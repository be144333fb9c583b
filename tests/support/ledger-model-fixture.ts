import { eq, ne } from 'drizzle-orm'
import { updateInstanceSettings } from '../../contract/instance-settings.ts'
import { formatDecimal } from '../../contract/money.ts'
import type { DisputeAction } from '../../contract/sandbox.ts'
import { AppError } from '../../domain/errors.ts'
import { sandboxAccounts } from '../../server/adapters/sandbox/schema.ts'
import { payouts, users } from '../../server/db/schema/index.ts'
import { startCheckout } from '../../server/features/buying/checkout/start-checkout.ts'
import { issueReceipts } from '../../server/features/buying/receipts/issue-receipts.ts'
import { settlePurchase } from '../../server/features/buying/settlement/settle-purchase.ts'
import { sealPostings } from '../../server/features/money/ledger/seal.ts'
import { transitionPayout } from '../../server/features/money/payouts/create-payout.ts'
import { processRunBatch, startPayoutRun } from '../../server/features/money/payouts/runs.ts'
import { retryTransfers, sendTransfer, syncTransfer } from '../../server/features/money/payouts/transfers.ts'
import {
  buyerKinds,
  correctReceipt,
  type ModelPro,
  modelCards,
  proOperations,
  stateBusiness,
} from './ledger-model-papers.ts'
import { type CreatorClient, createTestApp, type TestApp } from './test-app.ts'
import { turnOnTaxes } from './turn-on-taxes.ts'

/** A sale in the model: its amount, the fee rate at its checkout, and the tax rate of where its buyer is. */
export type ModelSale = {
  id: string
  creator: number
  amount: number
  bps: number
  taxRateMillionths: number
}
/** An instance of the model, whose seller is in Germany. Tax rates are in millionths. Papers are dated by the clock of the zone. */
export type ModelTerms = { currency: string; taxRates: Record<string, number>; timeZone: string }
export type Shop = Awaited<ReturnType<typeof ledgerModelFixture>>

type Viewer = Parameters<typeof startPayoutRun>[1]
const creatorCount = 8
const hourMs = 3_600_000

/** A platform of several creators, some paid by transfer, for random operations. */
export async function ledgerModelFixture(seed: number, { currency, taxRates: rates, timeZone }: ModelTerms) {
  const env = {
    CURRENCY: currency,
    SELLER_NAME: 'Hafenladen',
    SELLER_COUNTRY: 'DE',
    TIME_ZONE: timeZone,
    SANDBOX_PRO_PRICE: formatDecimal(9_900, currency),
  }
  const w = await createTestApp({ env, faults: { seed, duplicateRate: 0.2, shuffle: 'yes' } })
  const admin = await w.creator('admin@example.com')
  if (Object.keys(rates).length > 0) await turnOnTaxes(w, rates)
  const creators = await Promise.all(
    Array.from({ length: creatorCount }, (_, index) =>
      openCreator(w, { email: `c${index}@example.com`, isPaidByTransfer: index % 3 === 0 }),
    ),
  )
  const plans = creators.map(() => 2000)
  const sold: Array<ModelSale> = []
  const paidForPro: Array<ModelPro> = []
  let isTaxed = Object.keys(rates).length > 0
  const rateOf = (country: string) => (isTaxed ? (rates[country] ?? 0) : 0)
  const changedSales = new Set<ModelSale>()
  const suspended = new Set<number>()
  const viewer: Viewer = {
    ...admin,
    email: 'admin@example.com',
    isAdmin: true,
    sessionId: '',
    signedInAt: w.clock.now(),
  }
  const pick = <T>(list: Array<T>, index: number): T | undefined => list[index % Math.max(1, list.length)]
  const settleSale = (sale: ModelSale) => settlePurchase(w.ports, sale.id)

  async function changeSale(index: number, act: (sale: ModelSale) => Promise<unknown>): Promise<void> {
    const sale = pick(sold, index)
    if (!sale) return
    changedSales.add(sale)
    await act(sale).catch(ignoreAppErrors)
  }

  return {
    w,
    creators,
    sold,
    paidForPro,
    ...proOperations({ w, rateOf, paid: paidForPro }),
    correct: (index: number) =>
      changeSale(index, ({ id }) => settlePurchase(w.ports, id).then(() => correctReceipt(w, id))),
    /** Turns taxes off and on. Sales that are paid keep theirs. */
    async taxes() {
      if (Object.keys(rates).length === 0) return
      isTaxed = !isTaxed
      await admin.call(updateInstanceSettings, { body: { taxEnabled: isTaxed } })
    },
    async sale(index: number, amount: number) {
      const creator = index % creatorCount
      if (suspended.has(creator)) return
      const order = {
        contentId: creators[creator]?.item.id ?? 0,
        customAmount: formatDecimal(amount, currency),
      }
      const bps = plans[creator] ?? 0
      const buyerCookieHash = `browser/${w.ports.newPublicId()}`
      const checkout = await startCheckout(w.ports, {
        ...order,
        buyerEmail: 'fan@example.com',
        buyerCookieHash,
      })
      const form = { receiptEmail: 'fan@example.com', returnUrl: '/success' }
      const [card, cardCountry] = modelCards[amount % modelCards.length] ?? modelCards[0]
      const buyer = buyerKinds[amount % 7] ?? 'consumer'
      await stateBusiness(w, checkout.paymentIntentId, buyer)
      await w.sandbox.confirm({ clientSecret: checkout.clientSecret, card, ...form })
      // A business whose number is confirmed owes the tax itself.
      const taxRateMillionths = buyer === 'confirmed business' ? 0 : rateOf(cardCountry)
      const sale = { id: checkout.paymentIntentId, creator, amount, bps, taxRateMillionths }
      await Promise.all([settleSale(sale), settleSale(sale)])
      sold.push(sale)
    },
    refund: (index: number, share: number) =>
      changeSale(index, async (sale) => {
        const amount = Math.max(1, Math.floor(sale.amount * share))
        const request = { paymentId: sale.id, amount, reason: 'requested' } as const
        await w.sandbox.refund(request, `model/${w.ports.newPublicId()}`)
        if (share > 0.5) await settleSale(sale)
      }),
    failRefund: (index: number) =>
      changeSale(index, async ({ id }) => {
        const { refunds } = await w.sandbox.getPayment(id)
        const good = refunds.find(({ state }) => state === 'succeeded')
        if (good) await w.sandbox.simulate.failRefund(good.refundId)
      }),
    dispute: (index: number, move: DisputeAction) =>
      changeSale(index, (sale) => w.sandbox.simulate.dispute(sale.id, move).then(() => settleSale(sale))),
    settle: (index: number) =>
      changeSale(index, (sale) => Promise.all([settleSale(sale), settleSale(sale), settleSale(sale)])),
    /** 'Process All Payouts', concurrently. */
    async payout(times: number) {
      const now = w.clock.now()
      const period = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
      await Promise.all(
        Array.from({ length: times }, async () => {
          const { id } = await startPayoutRun(w.ports, viewer, period)
          await processRunBatch(w.ports, { runId: String(id) })
        }),
      ).catch(ignoreAppErrors)
    },
    async transitionPayout(index: number, to: 'paid' | 'returned') {
      const payout = pick(await manualPayouts(), index)
      if (payout)
        await w.db.transaction((tx) =>
          transitionPayout(tx, w.ports, payout, to, { bankReference: 'by hand' }),
        )
    },
    async sendTransfer(index: number) {
      const payout = pick(await transfers(), index)
      const data = { payoutId: String(payout?.id) }
      if (payout) await Promise.all([sendTransfer(w.ports, data), sendTransfer(w.ports, data)])
    },
    async reverseTransfer(index: number) {
      const transferId = pick(await transfers(), index)?.providerTransferId
      if (transferId) await w.sandbox.connect.reverseTransfer(transferId, transferId)
    },
    async plan(index: number) {
      const creator = index % creatorCount
      plans[creator] = plans[creator] === 0 ? 2000 : 0
      const plan = plans[creator] === 0 ? 'pro' : 'creator'
      await w.db
        .update(users)
        .set({ plan })
        .where(eq(users.id, creators[creator]?.id ?? ''))
    },
    async suspend(index: number) {
      const creator = index % creatorCount
      const id = creators[creator]?.id ?? ''
      const suspendedAt = suspended.delete(creator) ? null : w.clock.now()
      if (suspendedAt) suspended.add(creator)
      await w.db.update(users).set({ suspendedAt }).where(eq(users.id, id))
    },
    clock: async (hours: number) => w.clock.advance(hours * hourMs),
    seal: () => sealPostings(w.ports),
    issueReceipts: () => issueReceipts(w.ports),
    /** Waits until everything at the provider, in runs and in jobs has reached the ledger. */
    async settleEverything() {
      for (const sale of changedSales) await settleSale(sale)
      changedSales.clear()
      await issueReceipts(w.ports)
      await w.runPayoutJobs()
      w.clock.advance(hourMs)
      await retryTransfers(w.ports)
      for (const { providerTransferId } of await transfers())
        if (providerTransferId) await syncTransfer(w.ports, providerTransferId)
    },
  }

  function manualPayouts() {
    return w.db.select().from(payouts).where(ne(payouts.method, 'transfer'))
  }

  function transfers() {
    return w.db.select().from(payouts).where(eq(payouts.method, 'transfer'))
  }
}

async function openCreator(
  w: TestApp,
  { email, isPaidByTransfer }: { email: string; isPaidByTransfer: boolean },
) {
  const creator: CreatorClient = await w.creator(email)
  const item = await creator.publishText({
    pricingModel: 'pay_what_you_want',
    minimumPrice: formatDecimal(1, w.ports.config.currency),
  })
  const isCreator = eq(users.id, creator.id)
  await w.db.update(users).set({ payoutMethod: 'wise', payoutEmail: email }).where(isCreator)
  if (isPaidByTransfer) {
    const request = { userId: creator.id, email, country: 'US' }
    const { accountId } = await w.sandbox.connect.createAccount(request, `acct:${creator.id}`)
    await w.db.update(sandboxAccounts).set({ state: 'complete' }).where(eq(sandboxAccounts.id, accountId))
    await w.db
      .update(users)
      .set({ providerAccountId: accountId, providerAccountState: 'complete' })
      .where(isCreator)
  }
  return { ...creator, item }
}

/** Random operations are often rejected, as they should be; any other error fails the test. */
function ignoreAppErrors(error: unknown): void {
  const isRefusal =
    error instanceof AppError || (error instanceof Error && error.name === 'RefundFailedError')
  if (!isRefusal) throw error
}
