import { remindPayoutMethod } from '../../../../../contract/admin-payouts.ts'
import { previewPayouts } from '../../../../../contract/payout-runs.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Card } from '../../../../ui/card.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { ActionButton } from '../admin-actions.tsx'
import type { YearMonth } from '../month-picker.tsx'

/** Who can't be paid though their balance is enough: why, how much, and a reminder once a week. */
export function SkippedCard({ period }: { period: YearMonth }) {
  const { data } = useApiQuery(previewPayouts, { query: period })
  if (!data) return null
  const skipped = data.skipped.filter(({ reason }) => reason !== 'below_minimum')
  if (skipped.length === 0) return null
  const { currency } = data
  const total = skipped.reduce((sum, { amount }) => sum + Number(amount), 0)
  return (
    <Card padding="none" className="overflow-clip">
      <Disclosure
        summary={
          <span>
            <b>Skipped</b> {pluralize(skipped.length, 'creator')}, {formatMoney(total, currency)}, see why
          </span>
        }
        className="[&>summary]:px-[22px] [&>summary]:py-2"
      >
        <ul className="m-0 list-none border-line border-t p-0">
          {skipped.map(({ userId, name, email, amount, message, canRemind, reminderSentAt }) => (
            <li
              key={userId}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b px-[18px] py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_8rem_9rem] sm:px-[22px]"
            >
              <span className="wrap-anywhere min-w-0">
                <b className="font-semibold">{name ?? email}</b>
                {name && <span className="block text-ink-faint text-sm">{email}</span>}
              </span>
              <b className="text-right font-semibold sm:order-3">{formatMoney(amount, currency)}</b>
              <span className="text-ink-faint text-sm max-sm:order-3 sm:order-2">{message}</span>
              <span className="text-right max-sm:order-4 sm:order-4">
                {canRemind ? (
                  <ActionButton
                    route={remindPayoutMethod}
                    input={{ params: { id: userId } }}
                    successMessage="Reminder sent"
                    label="Remind"
                    context={` ${email}`}
                    size="sm"
                  />
                ) : (
                  reminderSentAt && (
                    <span className="text-ink-faint text-sm">
                      Reminded <LocalTime iso={reminderSentAt} format="date" />
                    </span>
                  )
                )}
              </span>
            </li>
          ))}
          {data.skippedCount > data.skipped.length && (
            <li className="px-[18px] py-3 text-ink-soft sm:px-[22px]">
              and more: {formatCount(data.skippedCount)} are left out in all
            </li>
          )}
        </ul>
      </Disclosure>
    </Card>
  )
}
