import { getInstance, type Instance } from '../../../../contract/instance.ts'
import { withoutZeroDecimals } from '../../../../domain/payout.ts'
import { useApiQuery } from '../../../api/query.ts'
import { feeShares } from '../../../shared/fee-shares.ts'
import { Section } from '../../../ui/card.tsx'
import { formatMoney } from '../../../ui/format.ts'

const stepsFor = ({ currency, minPayoutAmount, payoutDay, feeBasisPoints }: Instance) => [
  {
    title: 'You make a sale',
    text: `Your share goes straight to your balance: ${feeShares(feeBasisPoints).kept} of each sale, or 100% on Pro.`,
  },
  {
    title: `Your balance reaches ${withoutZeroDecimals(formatMoney(minPayoutAmount, currency), currency)}`,
    text: 'That’s the minimum payout. Anything below it rolls over to the next month.',
  },
  {
    title: 'We pay you',
    text:
      payoutDay > 0
        ? `Payouts start on day ${payoutDay} of each month (UTC) and pay the sales of the month before. Manual payouts take 1-2 business days. With a connected bank account, most arrive within 2-3 business days.`
        : 'Payouts are processed manually in 1-2 business days. With a connected bank account, most arrive within 2-3 business days.',
  },
  {
    title: 'You see every cent',
    text: 'Every payout comes with a statement of the sales behind it, as CSV and PDF. If a payout is returned, the money goes back to your balance.',
  },
]

export function HowPayoutsWork() {
  const { data: instance } = useApiQuery(getInstance)
  if (!instance) return null
  return (
    <Section id="how-payouts-work" title="How Payouts Work">
      <ol className="m-0 grid list-none gap-4 p-0 sm:grid-cols-2">
        {stepsFor(instance).map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand text-sm"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
