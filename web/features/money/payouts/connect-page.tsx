import { clsx } from 'clsx'
import { CircleCheck, Landmark, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { getConnectStatus } from '../../../../contract/payouts.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LoadError } from '../../../shared/query-state.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { ConnectStatus, type Status } from './connect-status.tsx'

export function ConnectPage() {
  const read = useApiQuery(getConnectStatus)
  const { data, error, refetch, isFetching, dataUpdatedAt } = read
  const isSignedOut = isUnauthorized(error)
  // Redirects a signed-out visitor.
  useEffect(() => {
    if (isSignedOut) location.replace('/')
  }, [isSignedOut])

  if (isSignedOut) return <PageSpinner label="Taking you to the home page" />
  if (!data) return error ? <LoadError query={read} subject="Your bank account" /> : <PageSpinner />
  if (!data.provider)
    return (
      <PageNotice
        icon={<Landmark aria-hidden />}
        title="Bank accounts can’t be connected here"
        description="This site pays out by the method you choose in Settings."
        actions={<LinkButton href="/settings/payouts">Go to Settings</LinkButton>}
      />
    )
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 pt-4 sm:pt-8">
      <BackLink href="/settings/payouts">Back to Settings</BackLink>
      <OnboardingResult status={data} />
      <Card elevated padding="none" className="grid gap-5 p-6 sm:p-8">
        <ConnectStatus
          status={data}
          provider={data.provider}
          isBusy={isFetching}
          checkedAt={dataUpdatedAt}
          onRefresh={() => void refetch()}
        />
      </Card>
    </div>
  )
}

/** The result in the URL after onboarding: complete or canceled. */
function OnboardingResult({ status: { details_submitted: isFinished } }: { status: Status }) {
  const query = new URLSearchParams(useSearch())
  const has = (name: string) => query.get(name) === 'true'
  const isComplete = has('connected') && isFinished
  const problem =
    !isFinished && (has('refresh') || has('connected'))
      ? 'Your setup was interrupted. Nothing was lost: pick up where you left off.'
      : has('unavailable')
        ? 'We can’t reach the card provider right now. Nothing has changed. Try again in a moment.'
        : has('refused') &&
          'The card provider doesn’t let this site connect bank accounts right now. Nothing has changed. We’ve told its operator. Until then, choose another payout method in Settings.'
  if (!isComplete && !problem) return null
  const Icon = isComplete ? CircleCheck : TriangleAlert
  return (
    <p
      role="status"
      className={clsx(
        'flex items-start gap-2.5 rounded-md px-4 py-3',
        isComplete ? 'bg-brand-soft text-brand' : 'bg-warn-soft text-warn',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>{isComplete ? 'Thank you. We’ve received your details.' : problem}</span>
    </p>
  )
}
