import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { formatMoney } from '../../../../domain/price.ts'
import { invoiceReversals } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'

const alert = { kind: 'refunds-waiting', target: 'balance' } as const

/** Refunds of Pro that the provider's balance did not cover. */
export const isWaitingForBalance: SQL | undefined = and(
  eq(invoiceReversals.state, 'requested'),
  gt(invoiceReversals.refundAttempt, 0),
)

/** One alert for all refunds, of purchases and of Pro, that wait for the balance at the provider. It resolves with the last. */
export async function updateWaitingRefundsAlert(ports: Ports): Promise<void> {
  const { currency } = ports.config
  const { rows } = await ports.db.execute<{ refunds: number; amount: string }>(sql`
    select count(*)::int as refunds, coalesce(sum(amount), 0) as amount from (
      select amount from refund_requests where state = 'processing' and wait_reason is not null
      union all select amount from ${invoiceReversals} where ${isWaitingForBalance}
    ) waiting`)
  const { refunds = 0, amount = '0' } = rows[0] ?? {}
  await ports.db.transaction(async (tx) => {
    if (refunds === 0) return resolveAlerts(tx, ports, { kinds: [alert.kind], target: alert.target })
    const sum = formatMoney(Number(amount), currency)
    const message = `${refunds === 1 ? 'A refund' : `${refunds} refunds`} of ${sum} in all wait, because the balance at the card provider doesn’t cover them.`
    return raiseOrUpdateAlert(tx, ports, { ...alert, message })
  })
}
