import { clsx } from 'clsx'
import { CircleAlert, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { getPayoutFunds } from '../../../../../contract/payout-runs.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { formatMoney, pluralize } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'

type Funds = ResponseOf<typeof getPayoutFunds>

/** What can be transferred now, what waits for it, and a rejected payout to the platform's own bank. */
export function PayoutFunds() {
  const { data, error } = useApiQuery(getPayoutFunds, {
    pollWhile: ({ unsentCount }) => unsentCount > 0,
  })
  if (error && !data)
    return (
      <div className="border-line border-t p-4 sm:px-[22px]">
        <Notice icon={<CircleAlert aria-hidden />}>The balance at the card provider didn’t load.</Notice>
      </div>
    )
  if (!data || !hasNews(data)) return null
  const { platformPayoutFailure: failure } = data
  const waiting = waitingText(data)
  return (
    <div className="grid gap-3 border-line border-t p-4 sm:px-[22px]">
      <p className="flex items-start gap-2.5">
        <Wallet aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <span>{balanceSummary(data)}</span>
      </p>
      {waiting && (
        <Notice tone="warn" icon={<CircleAlert aria-hidden />}>
          {waiting}
        </Notice>
      )}
      {failure && (
        <Notice tone="danger" icon={<CircleAlert aria-hidden />}>
          {failure.message} <LocalTime iso={failure.since} />
        </Notice>
      )}
    </div>
  )
}

type TransferFundsProps = { transferTotal: string; currency: string }

/** Beside a run: whether the balance covers its transfers. Those over it wait. */
export function TransferFundsNote({ transferTotal, currency }: TransferFundsProps) {
  const { data } = useApiQuery(getPayoutFunds)
  if (!data || data.state === 'unlimited' || Number(transferTotal) === 0) return null
  const isCovered = data.available !== null && Number(data.available) >= Number(transferTotal)
  return (
    <Notice tone={isCovered ? undefined : 'warn'} icon={<Wallet aria-hidden />}>
      {formatMoney(transferTotal, currency)} goes out by transfer. {balanceSummary(data)}
      {!isCovered &&
        data.available !== null &&
        ' Transfers that it doesn’t cover wait, and are sent automatically once it does.'}
    </Notice>
  )
}

function hasNews({ state, platformPayoutFailure }: Funds): boolean {
  return state !== 'unlimited' || platformPayoutFailure !== null
}

const toneClasses = {
  plain: 'bg-sunken',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

type NoticeProps = { tone?: keyof typeof toneClasses | undefined; icon: ReactNode; children: ReactNode }

function Notice({ tone = 'plain', icon, children }: NoticeProps) {
  return (
    <div
      className={clsx(
        'flex items-start gap-2.5 rounded-md px-4 py-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        toneClasses[tone],
      )}
    >
      {icon}
      <p className="wrap-anywhere min-w-0">{children}</p>
    </div>
  )
}

/** What the balance at the card provider can transfer, in one or two sentences. */
export function balanceSummary({ state, available, pending, otherCurrencies, currency }: Funds): string {
  if (state === 'unavailable')
    return 'The card provider doesn’t respond, so its balance is unknown. Transfers are sent once it does.'
  if (available === null) return 'The balance at the card provider covers every transfer.'
  const settling = Number(pending) > 0 ? `, and ${formatMoney(pending ?? '0', currency)} settles later` : ''
  const other =
    Number(available) <= 0 && otherCurrencies.length > 0
      ? ` Its balance is in ${otherCurrencies.join(' and ')}, which transfers in ${currency} can’t use.`
      : ''
  return `Your balance at the card provider has ${formatMoney(available, currency)} for transfers${settling}.${other}`
}

/** What waits, what is missing and what to do; undefined when nothing waits. */
export function waitingText({
  waitingCount,
  waitingAmount,
  missingAmount,
  currency,
}: Funds): string | undefined {
  if (waitingCount === 0) return undefined
  const waits = `${pluralize(waitingCount, 'transfer')} of ${formatMoney(waitingAmount, currency)} ${waitingCount === 1 ? 'waits' : 'wait'} for your balance`
  const missing = missingAmount === null ? '' : `: ${formatMoney(missingAmount, currency)} is missing`
  return `${waits}${missing}. Add money at the card provider, or let payments settle. They’re sent automatically then.`
}
