import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import {
  getRefundRequest,
  listRefundRequests,
  type RefundRequestDetail,
} from '../../../../contract/refunds.ts'
import { isUnauthorized } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LoadError } from '../../../shared/query-state.tsx'
import { RedirectToSignIn } from '../../../shared/require-auth.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { RefundDecision, RefundDecisionForm } from './refund-decision-form.tsx'

export function RefundDecisionPage() {
  const { id = '' } = useParams()
  const read = useApiQuery(getRefundRequest, { params: { id } })
  const { data, error } = read

  if (data)
    return <RefundRequestView key={`${data.id} ${data.state} ${data.refundableAmount}`} request={data} />
  if (isUnauthorized(error)) return <RedirectToSignIn />
  if (error && (error.status === 404 || error.status === 400)) return <RefundRequestNotFound />
  return error ? <LoadError query={read} subject="This request" /> : <RefundRequestSkeleton />
}

function RefundRequestView({ request }: { request: RefundRequestDetail }) {
  const { title, state, refundableAmount } = request
  const isOpen = state === 'requested' || state === 'in_review'
  const canDecide = isOpen && Number(refundableAmount) > 0
  return (
    <div className={columnClass}>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        {request.isCreator ? (
          <BackLink href="/">Back to Dashboard</BackLink>
        ) : (
          <BackLink href="/admin/inbox">Back to Inbox</BackLink>
        )}
        <h1 className="text-2xl">{headingOf(request)}</h1>
        <p className="wrap-anywhere text-ink-soft">{title}</p>
      </div>
      <Card elevated className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <RefundRequestSummary request={request} />
        {canDecide && <DecisionNotice request={request} />}
        {canDecide ? <RefundDecisionForm request={request} /> : <RefundDecision request={request} />}
      </Card>
      {state !== 'requested' && <NextRequest currentId={request.id} />}
    </div>
  )
}

function headingOf({ state, isCreator }: RefundRequestDetail): string {
  if (state === 'requested') return 'A buyer requested a refund'
  return state === 'in_review' && !isCreator ? 'A creator declined a refund' : 'Refund request'
}

type DecisionNoticeProps = { request: RefundRequestDetail }

function DecisionNotice({ request: { state, creatorDeadlineAt, isCreator } }: DecisionNoticeProps) {
  if (state === 'in_review')
    return (
      <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
        {isCreator
          ? 'You declined, and we’re reviewing the request. You can still refund it.'
          : 'The creator declined. Your decision is final.'}
      </p>
    )
  if (!creatorDeadlineAt) return null
  return (
    <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
      {isCreator ? 'Refund it or decline: it’s due ' : 'The creator’s answer is due '}
      <Deadline iso={creatorDeadlineAt} />. After that, we’ll refund the buyer automatically.
    </p>
  )
}

function NextRequest({ currentId }: { currentId: number }) {
  const { data } = useApiQuery(listRefundRequests)
  if (!data?.oldestPendingId || data.oldestPendingId === currentId) return null
  return (
    <LinkButton variant="secondary" href={`/refunds/${data.oldestPendingId}`} className="justify-self-center">
      {data.pendingCount === 1
        ? '1 more request: open it'
        : `${data.pendingCount} more requests: open the next one`}
    </LinkButton>
  )
}

function RefundRequestSkeleton() {
  return (
    <div className={columnClass} role="status" aria-label="Loading the request">
      <Skeleton shape="block" className="h-9 w-3/4" />
      <Card elevated className="grid gap-5">
        <Skeleton shape="block" className="h-24" />
        <Skeleton shape="block" className="h-16" />
        <Skeleton shape="block" className="h-12" />
      </Card>
    </div>
  )
}

function RefundRequestNotFound() {
  return (
    <PageNotice
      icon={<TriangleAlert aria-hidden />}
      tone="warn"
      title="Refund Request Not Found"
      description="We couldn’t find this request among your sales. Check that you’re signed in with the account the email was sent to."
      actions={<LinkButton href="/">Go to dashboard</LinkButton>}
    />
  )
}

const columnClass = 'mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-6 pt-2'

function RefundRequestSummary({ request }: { request: RefundRequestDetail }) {
  const { purchaseAmount, refundableAmount, amount, state, currency, purchaseId, createdAt } = request
  const isOpen = state === 'requested' || state === 'in_review'
  const items: Array<[name: string, value: ReactNode]> = [
    ['Order', String(purchaseId)],
    ['Requested on', <LocalTime key="requested" iso={createdAt} format="date" />],
    ['Paid', formatMoney(purchaseAmount, currency)],
    [
      state === 'refunded' || state === 'processing' ? 'Refunded' : 'Requested',
      formatMoney(amount, currency),
    ],
    ...(isOpen && refundableAmount !== amount
      ? [['Left to refund', formatMoney(refundableAmount, currency)] as [string, string]]
      : []),
  ]
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-x-6 gap-y-3 sm:grid-cols-2">
        {items.map(([name, value]) => (
          <div key={name} className="min-w-0 max-sm:first:col-span-full">
            <dt className="text-ink-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Statement title="The buyer’s reason" text={request.reason} />
      {request.objectionMessage && (
        <Statement
          title={request.isCreator ? 'Why you declined' : 'Why the creator declined'}
          text={request.objectionMessage}
        />
      )}
    </div>
  )
}

function Statement({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <h2 className="font-semibold">{title}</h2>
      {text ? (
        <blockquote className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
          {text}
        </blockquote>
      ) : (
        <p className="text-ink-faint">No reason given.</p>
      )}
    </div>
  )
}
