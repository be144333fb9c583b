import { SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { getRefundRequest, listRefundRequests, type RefundOutlook } from '../../../contract/refunds.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { useRead } from '../../api/hooks.ts'
import { SigningIn } from '../../api/signed-in.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Outcome } from './outcome.tsx'
import { RequestFacts } from './request-facts.tsx'

/** A buyer wants money back: the creator decides here, or sees what was decided. */
export function RefundPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useRead(getRefundRequest, { params: { id } })

  if (data) return <Request key={`${data.id} ${data.state} ${data.refundable}`} request={data} />
  if (isSignedOut(error)) return <SigningIn />
  if (error && (error.status === 404 || error.status === 400)) return <Unknown />
  if (error)
    return <ErrorState title="This request did not load" text={error.sentence} retry={() => void refetch()} />
  return <Waiting />
}

function Request({ request }: { request: RefundOutlook }) {
  const { title, state, refundable } = request
  const canDecide = state === 'asked' && Number(refundable) > 0
  return (
    <div className={column}>
      <div className="grid justify-items-start gap-2">
        <BackLink href="/">Back to Dashboard</BackLink>
        <h1 className="text-2xl">{state === 'asked' ? 'A buyer asks for a refund' : 'Refund request'}</h1>
        <p className="wrap-anywhere text-ink-soft">{title}</p>
      </div>
      <Card raised className="grid gap-6">
        <RequestFacts request={request} />
        {canDecide ? <DecisionForm request={request} /> : <Outcome request={request} />}
      </Card>
      {state !== 'asked' && <NextRequest after={request.id} />}
    </div>
  )
}

/** The one that waits longest, after this one is done with. */
function NextRequest({ after }: { after: number }) {
  const { data } = useRead(listRefundRequests)
  if (!data?.oldest || data.oldest === after) return null
  return (
    <LinkButton variant="ghost" href={`/refunds/${data.oldest}`} className="justify-self-center">
      {data.waiting === 1 ? 'One more waits: open it' : `${data.waiting} more wait: open the next`}
    </LinkButton>
  )
}

function Waiting() {
  return (
    <div className={column} role="status" aria-label="Loading the request">
      <Skeleton className="h-9 w-3/4" />
      <Card raised className="grid gap-5">
        <Skeleton className="h-24" />
        <Skeleton className="h-16" />
        <Skeleton className="h-12" />
      </Card>
    </div>
  )
}

function Unknown() {
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title="Refund Request Not Found"
      text="There is no such request on your sales. Are you signed in with the account the mail was sent to?"
      actions={<LinkButton href="/">Go to your dashboard</LinkButton>}
    />
  )
}

const column = 'mx-auto grid max-w-[640px] gap-6 pt-2'
