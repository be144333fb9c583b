import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useParams } from 'wouter'
import { getNotMe } from '../../../../contract/payout-method-state.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'

/** *It wasn’t me* of an email about changed payout details: a button, because mail programs open links by themselves. */
export function NotMePage() {
  const { token = '' } = useParams()
  const { data, error } = useApiQuery(getNotMe, { params: { token } })
  if (!data && error && error.status >= 500) return <PageLoadError href={`/stop-payouts/${token}`} />
  if (!data)
    return (
      <PageNotice
        icon={<TriangleAlert aria-hidden />}
        tone="warn"
        title="This link doesn’t work anymore"
        description="It may have been cut off, or be too old. Sign in and check your payout details, and sign out everywhere else."
        actions={<LinkButton href="/settings/payouts">Check your payout details</LinkButton>}
      />
    )
  if (data.isStopped)
    return (
      <PageNotice
        icon={<CircleCheck aria-hidden />}
        title="Your payouts are stopped"
        description="We removed new details that weren’t used yet, and signed out every browser. No new payout is made until you sign in and confirm where your payouts go."
        actions={<LinkButton href="/settings/payouts">Sign in and confirm</LinkButton>}
      />
    )
  return (
    <PageNotice
      icon={<TriangleAlert aria-hidden />}
      tone="warn"
      title="Wasn’t it you?"
      description="Someone changed where your payouts go. If it wasn’t you, we drop the new details unless they’re in use already, stop your payouts until you confirm where they go, and sign out every browser."
      actions={
        <form method="post" action={`/stop-payouts/${token}`}>
          <Button type="submit" size="lg">
            It wasn’t me: stop my payouts
          </Button>
        </form>
      }
    />
  )
}
