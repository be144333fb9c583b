import { CircleCheck, Landmark, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useSearch } from 'wouter'
import { getConnectStatus } from '../../../contract/payouts.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { useRead } from '../../api/hooks.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { Stand, type Status } from './connect-stand.tsx'

/** Connects a bank account through the provider's onboarding, and says how far that has come. */
export function ConnectPage() {
  const { data, error, refetch, isFetching } = useRead(getConnectStatus)
  const isOut = isSignedOut(error)
  // Speaks to the browser: nobody is signed in, so there is nothing to connect here.
  useEffect(() => {
    if (isOut) location.replace('/')
  }, [isOut])

  if (isOut) return <PageSpinner label="Taking you home" />
  if (!data && error)
    return (
      <ErrorState title="Your bank account did not load" text={error.sentence} retry={() => void refetch()} />
    )
  if (!data) return <PageSpinner />
  if (!data.provider) return <NotHere />
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 pt-4 sm:pt-8">
      <BackLink href="/settings#payouts">Back to Settings</BackLink>
      <News status={data} />
      <Card raised className="grid gap-5 p-6 sm:p-8">
        <Stand status={data} provider={data.provider} busy={isFetching} check={() => void refetch()} />
      </Card>
    </div>
  )
}

/** What the provider's page sent back: set up, or broken off. */
function News({ status }: { status: Status }) {
  const query = new URLSearchParams(useSearch())
  if (query.get('connected') === 'true' && status.details_submitted)
    return (
      <Note icon={<CircleCheck aria-hidden />} className="bg-brand-soft text-brand">
        Your details have arrived. Thank you.
      </Note>
    )
  if (query.get('refresh') === 'true' || query.get('connected') === 'true')
    return (
      <Note icon={<TriangleAlert aria-hidden />} className="bg-warn-soft text-warn">
        Your setup was interrupted. Nothing is lost: go on where you stopped.
      </Note>
    )
  if (query.get('away') === 'true')
    return (
      <Note icon={<TriangleAlert aria-hidden />} className="bg-warn-soft text-warn">
        We can’t reach the card provider right now. Nothing has changed. Try again in a moment.
      </Note>
    )
  return null
}

function Note({ icon, className, children }: { icon: ReactNode; className: string; children: ReactNode }) {
  return (
    <p
      role="status"
      className={cn(
        'flex items-start gap-2.5 rounded-md px-4 py-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        className,
      )}
    >
      {icon}
      <span>{children}</span>
    </p>
  )
}

function NotHere() {
  return (
    <PageNotice
      icon={<Landmark aria-hidden />}
      title="Bank accounts are not connected here"
      text="Payouts on this site go by the method you choose in your settings."
      actions={<LinkButton href="/settings#payouts">Go to settings</LinkButton>}
    />
  )
}
