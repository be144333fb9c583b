import type { z } from 'zod'
import { formatDecimal, type MinorUnits } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/payout-runs.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { PlatformBalance } from '../../../ports/connect.ts'
import type { Ports } from '../../../ports/index.ts'
import { ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import { findOpenAlert, raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { missingAmount } from './balance-alert.ts'
import { requireConnect } from './transfers.ts'
import { sumUnsentTransfers } from './transfers-repository.ts'

/** The balance at the card provider, and what transfers still need of it. */
export async function getPayoutFunds(
  ports: Ports,
): Promise<z.input<typeof contract.getPayoutFunds.response>> {
  const { currency } = ports.config
  const toDecimal = (amount: MinorUnits) => formatDecimal(amount, currency)
  const unsent = await sumUnsentTransfers(ports.db)
  const balance = await readBalance(ports)
  const limited = typeof balance === 'object' ? balance : undefined
  const missing = limited && unsent.waitingCount > 0 ? missingAmount(unsent, limited) : 0
  const alert = await findOpenAlert(ports.db, platformPayoutAlert)
  return {
    currency,
    state: typeof balance === 'object' ? 'limited' : balance,
    available: limited ? toDecimal(limited.available) : null,
    pending: limited ? toDecimal(limited.pending) : null,
    otherCurrencies: limited?.otherCurrencies ?? [],
    unsentCount: unsent.count,
    waitingCount: unsent.waitingCount,
    waitingAmount: toDecimal(unsent.waitingAmount),
    missingAmount: missing > 0 ? toDecimal(missing) : null,
    platformPayoutFailure: alert ? { message: alert.message, since: alert.createdAt.toISOString() } : null,
  }
}

async function readBalance({
  paymentProvider,
}: Ports): Promise<PlatformBalance | 'unlimited' | 'unavailable'> {
  try {
    return (await paymentProvider.connect?.getBalance()) ?? 'unlimited'
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return 'unavailable'
    throw error
  }
}

const platformPayoutAlert = { kind: 'platform-payout-failed', target: 'platform' } as const

/**
 * Reads a payout to the platform's own bank, and alerts the operator when the bank rejected it. The next one that
 * arrives resolves the alert.
 */
export async function syncPlatformPayout(ports: Ports, payoutId: string): Promise<void> {
  const { kind, target } = platformPayoutAlert
  const payout = await requireConnect(ports.paymentProvider).getPlatformPayout(payoutId)
  const { state, amount, currency, failure } = payout
  if (state !== 'failed' && state !== 'paid') return
  await ports.db.transaction(async (tx) => {
    if (state === 'paid') return resolveAlerts(tx, ports, { kinds: [kind], target })
    const { code = 'unknown', message: reason = 'The bank gave no reason.' } = failure ?? {}
    const message =
      `Your bank rejected a payout of ${formatMoney(amount, currency)} from the card provider (${code}): ${reason} ` +
      'The money is in your balance there. Correct the bank account at the provider; it pays out nothing until then.'
    await raiseOrUpdateAlert(tx, ports, { kind, target, message })
  })
}
