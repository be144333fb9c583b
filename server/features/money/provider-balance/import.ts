import { desc, eq, min } from 'drizzle-orm'
import { platformPayout, providerCharge } from '../../../../domain/ledger.ts'
import { providerBalanceTransactions as balanceTransactions, purchases } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { BalanceTransaction } from '../../../ports/payment-provider.ts'
import { postToLedger } from '../ledger/repository.ts'

/** Transactions of the last hours are read again: one that was made in the same second may not have been listed. */
const overlapMs = 6 * 3_600_000

/**
 * Reads the new changes of the balance at the card provider, and books those that are the platform's own: charges apart from
 * the fees on payments, and payouts to its own bank. Sales, refunds, disputes and transfers are booked when they happen.
 * Returns how many were new.
 */
export async function importBalanceTransactions(ports: Ports): Promise<number> {
  const since = await firstUnread(ports)
  if (since === undefined) return 0
  const listed: Array<BalanceTransaction> = []
  let after: string | undefined
  do {
    const page = await ports.paymentProvider.listBalanceTransactions({ since, ...(after && { after }) })
    listed.push(...page.transactions)
    after = page.next
  } while (after !== undefined)
  let added = 0
  // The oldest first: after a crash the newest stored one says from where to read on.
  for (const transaction of listed.toReversed()) if (await addTransaction(ports, transaction)) added++
  return added
}

/** Undefined before the first sale: then there is nothing to compare with. */
async function firstUnread({ db, paymentProvider }: Ports): Promise<Date | undefined> {
  const { createdAt, provider } = balanceTransactions
  const [newest] = await db
    .select({ createdAt })
    .from(balanceTransactions)
    .where(eq(provider, paymentProvider.id))
    .orderBy(desc(createdAt))
    .limit(1)
  if (newest) return new Date(newest.createdAt.getTime() - overlapMs)
  const [first] = await db.select({ paidAt: min(purchases.paidAt) }).from(purchases)
  return first?.paidAt ? new Date(first.paidAt.getTime() - overlapMs) : undefined
}

/** Stores a transaction with its posting. False when it is known already. */
async function addTransaction(ports: Ports, transaction: BalanceTransaction): Promise<boolean> {
  const { id: transactionId, fee: feeAmount, sourceId = null, ...columns } = transaction
  const provider = ports.paymentProvider.id
  return ports.db.transaction(async (tx) => {
    const row = { ...columns, provider, transactionId, feeAmount, sourceId }
    const inserted = await tx.insert(balanceTransactions).values(row).onConflictDoNothing().returning()
    if (inserted.length === 0) return false
    const posting = postingOf(transaction)
    if (posting && transaction.currency === ports.config.currency)
      await postToLedger(tx, posting, { currency: transaction.currency, now: ports.clock.now() })
    return true
  })
}

function postingOf({ id, kind, amount, fee }: BalanceTransaction) {
  const reference = `balance/${id}`
  const out = fee - amount
  if (out === 0) return undefined
  if (kind === 'provider_charge') return providerCharge({ reference, amount: out })
  return kind === 'platform_payout' ? platformPayout({ reference, amount: out }) : undefined
}
