import { Landmark, Wallet } from 'lucide-react'
import { getSandboxAccount } from '../../../../contract/sandbox.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { formatTimestamp } from './labels.ts'

type Account = ResponseOf<typeof getSandboxAccount>

/** Replaces the dashboard of a creator's connected account. */
export function SandboxAccountPage() {
  const account = useApiQuery(getSandboxAccount)
  if (account.isPending) return <PageSpinner />
  if (account.isError && account.error.status < 500 && account.error.status > 0)
    return (
      <PageNotice
        icon={<Landmark aria-hidden />}
        title="No test account"
        description="You’ll get one when you set up payouts through the provider."
        actions={<LinkButton href="/">Go to dashboard</LinkButton>}
      />
    )
  if (account.isError)
    return (
      <ErrorState
        title="Your account didn’t load"
        description={account.error.userMessage}
        onRetry={account.refetch}
      />
    )
  return <AccountView account={account.data} />
}

function AccountView({ account: { email, state, requirementsDue, transfers } }: { account: Account }) {
  return (
    <div className="mx-auto grid max-w-[640px] gap-[18px] pt-6 sm:pt-12">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere text-ink-soft">{email}</p>
          <h1 className="text-2xl">Test payouts</h1>
        </div>
        <Badge tone={state === 'complete' ? 'brand' : 'warn'}>
          {state === 'complete' ? 'Ready for payouts' : 'Setup incomplete'}
        </Badge>
      </header>
      {requirementsDue && <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">{requirementsDue}</p>}
      <Card padding="none" className="overflow-clip">
        <h2 className="px-4 py-[18px] text-lg sm:px-5">Paid to you</h2>
        {transfers.length === 0 && (
          <EmptyState
            icon={<Wallet aria-hidden />}
            title="No payouts yet"
            description="Payouts show up here as they’re sent."
          />
        )}
        <ul>
          {transfers.map(({ id, amount, currency, state: transferred, createdAt }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-4 border-line border-t px-4 py-3 sm:px-5"
            >
              <span className="min-w-0">
                <span className="font-semibold">{formatMoney(amount, currency)}</span>
                <span className="wrap-anywhere block text-ink-faint text-sm">
                  {formatTimestamp(createdAt)}
                </span>
              </span>
              <Badge tone={transferred === 'paid' ? 'brand' : 'warn'}>{transferLabels[transferred]}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const transferLabels = { paid: 'Paid', failed: 'Failed', reversed: 'Returned' }
