import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import type { PayoutForecast } from './payout-section.tsx'

/** Shown when there is a balance but no payout method (spec.md section 4). */
export function PayoutBanner({ availableBalance, currency, minPayoutAmount }: PayoutForecast) {
  return (
    <Card tone="warn" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="text-lg">Set Up Payouts to Receive Your Earnings</h2>
        <p className="text-warn">
          You have {formatMoney(availableBalance, currency)} ready for payout! Set up your payout method
          (PayPal, Wise, etc.)
        </p>
        <p className="text-warn">{`Payouts start at ${formatMoney(minPayoutAmount, currency)}.`}</p>
      </div>
      <LinkButton variant="inverse" href="/settings">
        Set up payouts
      </LinkButton>
    </Card>
  )
}
