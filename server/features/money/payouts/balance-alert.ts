import { formatMoney } from '../../../../domain/price.ts'
import type { PlatformBalance } from '../../../ports/connect.ts'
import type { Ports } from '../../../ports/index.ts'
import { hasOpenAlert, raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { sumUnsentTransfers, type UnsentTransfers } from './transfers-repository.ts'

const kind = 'balance-too-small'
const target = 'transfers'

/** Raises the alert at the first transfer that the balance does not cover; the sweep keeps its sum up to date. */
export async function updateBalanceAlertIfNew(ports: Ports): Promise<void> {
  if (!(await hasOpenAlert(ports.db, { kind, target }))) await refreshBalanceAlert(ports)
}

/** Says which sum is missing while transfers wait for it, and resolves the alert when none does. */
export async function refreshBalanceAlert(ports: Ports): Promise<void> {
  const { db, paymentProvider } = ports
  const unsent = await sumUnsentTransfers(db)
  if (unsent.waitingCount === 0)
    return db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [kind], target }))
  // The alert keeps its last sum while the provider does not answer.
  const balance = await paymentProvider.connect?.getBalance().catch(() => undefined)
  if (!balance || missingAmount(unsent, balance) === 0) return
  const message = balanceMessage(ports, unsent, balance)
  await db.transaction((tx) => raiseOrUpdateAlert(tx, ports, { kind, target, message }))
}

/** What the balance lacks for every transfer that is not made, in minor units. */
export function missingAmount({ dueAmount }: UnsentTransfers, { available }: PlatformBalance): number {
  return Math.max(dueAmount - Math.max(available, 0), 0)
}

function balanceMessage(
  { config: { currency } }: Ports,
  unsent: UnsentTransfers,
  balance: PlatformBalance,
): string {
  const money = (amount: number) => formatMoney(amount, currency)
  const { available, otherCurrencies } = balance
  const other =
    available <= 0 && otherCurrencies.length > 0
      ? ` The balance is in ${otherCurrencies.join(' and ')}, and transfers need ${currency}: add a ${currency} bank account at the provider, or pay by file.`
      : ''
  return (
    `${money(missingAmount(unsent, balance))} is missing: transfers of ${money(unsent.dueAmount)} are due, and the balance at ` +
    `the card provider has ${money(available)}. They’re sent automatically once it covers them.${other}`
  )
}
