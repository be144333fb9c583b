import { Wallet } from 'lucide-react'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import type { PayoutForecast } from './payout-section.tsx'

/** Shown when there is a balance but no payout method (spec.md section 4). */
export function PayoutBanner({ availableBalance, currency, minPayoutAmount }: PayoutForecast) {
  return (
    <Card padding="none" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:px-[22px]">
      <IconTile tone="warn" size="sm" className="max-sm:hidden">
        <Wallet aria-hidden />
      </IconTile>
      <div className="min-w-0 grow basis-64">
        <h2 className="font-body font-semibold text-base tracking-normal">
          Set Up Payouts to Receive Your Earnings
        </h2>
        <p className="text-ink-soft text-sm">
          You have {formatMoney(availableBalance, currency)} ready for payout! Set up your payout method
          (PayPal, Wise, etc.)
        </p>
        {availableBalance < Number(minPayoutAmount) && (
          <p className="text-ink-soft text-sm">{`Payouts start at ${formatMoney(minPayoutAmount, currency)}.`}</p>
        )}
      </div>
      <LinkButton size="sm" href="/settings">
        Set up payouts
      </LinkButton>
    </Card>
  )
}
