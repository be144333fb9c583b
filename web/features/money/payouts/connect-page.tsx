import { clsx } from 'clsx'
import { CircleCheck, Landmark, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSearch } from 'wouter'
import { getConnectStatus } from '../../../../contract/payouts.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { ConnectStatus, type Status } from './connect-status.tsx'

/** Connects a bank account through the provider's onboarding, and shows its state. */
export function ConnectPage() {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useApiQuery(getConnectStatus)
  const isSignedOut = isUnauthorized(error)
  // Redirects a signed-out visitor.
  useEffect(() => {
    if (isSignedOut) location.replace('/')
  }, [isSignedOut])

  if (isSignedOut) return <PageSpinner label="Taking you to the home page" />
  if (!data && error)
    return (
      <ErrorState
        title="Your bank account didn’t load"
        description={error.userMessage}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <PageSpinner />
  if (!data.provider) return <ConnectUnavailable />
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
function OnboardingResult({ status }: { status: Status }) {
  const query = new URLSearchParams(useSearch())
  if (query.get('connected') === 'true' && status.details_submitted)
    return (
      <InlineNotice icon={<CircleCheck aria-hidden />} className="bg-brand-soft text-brand">
        Thank you. We’ve received your details.
      </InlineNotice>
    )
  const isFinished = status.details_submitted
  if (!isFinished && (query.get('refresh') === 'true' || query.get('connected') === 'true'))
    return (
      <InlineNotice icon={<TriangleAlert aria-hidden />} className="bg-warn-soft text-warn">
        Your setup was interrupted. Nothing was lost: pick up where you left off.
      </InlineNotice>
    )
  if (query.get('unavailable') === 'true')
    return (
      <InlineNotice icon={<TriangleAlert aria-hidden />} className="bg-warn-soft text-warn">
        We can’t reach the card provider right now. Nothing has changed. Try again in a moment.
      </InlineNotice>
    )
  return null
}

function InlineNotice({
  icon,
  className,
  children,
}: {
  icon: ReactNode
  className: string
  children: ReactNode
}) {
  return (
    <p
      role="status"
      className={clsx(
        'flex items-start gap-2.5 rounded-md px-4 py-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        className,
      )}
    >
      {icon}
      <span>{children}</span>
    </p>
  )
}

function ConnectUnavailable() {
  return (
    <PageNotice
      icon={<Landmark aria-hidden />}
      title="Bank accounts can’t be connected here"
      description="This site pays out by the method you choose in Settings."
      actions={<LinkButton href="/settings/payouts">Go to Settings</LinkButton>}
    />
  )
}
