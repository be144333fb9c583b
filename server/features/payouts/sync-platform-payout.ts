import { formatMoney } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseOrUpdateAlert, resolveAlerts } from '../alerts/service.ts'
import { requireConnect } from './send-transfer.ts'

export const platformPayoutAlert = { kind: 'platform-payout-failed', target: 'platform' } as const

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
