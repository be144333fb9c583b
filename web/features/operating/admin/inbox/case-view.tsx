import type { ComponentType, Ref } from 'react'
import { getInboxCase, type InboxCase, type InboxKind, type InboxRow } from '../../../../../contract/inbox.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Card } from '../../../../ui/card.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminOnly } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import {
  AlertVerbs,
  DeliveryVerbs,
  DisputeVerbs,
  DuplicateVerbs,
  FeedbackVerbs,
  JobVerbs,
} from './decisions/others.tsx'
import { RefundVerbs } from './decisions/refund.tsx'
import { ReportVerbs } from './decisions/report.tsx'
import { ReviewedItem, ReviewVerbs } from './decisions/review.tsx'
import { kindLooks } from './kinds.tsx'

/** How each kind is decided. */
const verbs: Record<InboxKind, ComponentType<{ decision: InboxCase }>> = {
  refund: RefundVerbs,
  dispute: DisputeVerbs,
  failed_refund: AlertVerbs,
  report: ReportVerbs,
  review: ReviewVerbs,
  payout: AlertVerbs,
  duplicate: DuplicateVerbs,
  alert: AlertVerbs,
  delivery: DeliveryVerbs,
  job: JobVerbs,
  feedback: FeedbackVerbs,
}

type CaseViewProps = { row: Pick<InboxRow, 'kind' | 'id'>; headingRef: Ref<HTMLHeadingElement> }

/** A decision: what each side says, the facts, what it costs whom, then the verbs. */
export function CaseView({ row: { kind, id }, headingRef }: CaseViewProps) {
  const read = useApiQuery(getInboxCase, { params: { kind, id } })
  if (read.error?.status === 404)
    return (
      <Card>
        <h2 ref={headingRef} tabIndex={-1} className="text-xl outline-none">
          Decided already
        </h2>
        <p className="text-ink-soft">Someone decided this, or it settled itself. Choose another one.</p>
      </Card>
    )
  return (
    <Card className="min-w-0">
      <AdminQueryState query={read} subject="This decision">
        {(decision) => <Decision decision={decision} headingRef={headingRef} />}
      </AdminQueryState>
    </Card>
  )
}

function Decision({ decision, headingRef }: { decision: InboxCase; headingRef: Ref<HTMLHeadingElement> }) {
  const { kind, heading, dueAt, openedAt, said, facts, outcomes, links, review } = decision
  const Verbs = verbs[kind]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <div className="grid gap-0.5">
        <p className="text-ink-faint text-sm">
          {kindLooks[kind].noun},{' '}
          {dueAt ? (
            <>
              decide by <LocalTime iso={dueAt} />
            </>
          ) : (
            <>
              since <LocalTime iso={openedAt} />
            </>
          )}
        </p>
        <h2 ref={headingRef} tabIndex={-1} className="wrap-anywhere text-xl outline-none">
          {heading}
        </h2>
      </div>
      {said.length > 0 && <Said said={said} />}
      {review && <ReviewedItem review={review} />}
      {facts.length > 0 && <Facts facts={facts} />}
      {outcomes.length > 0 && (
        <div className="grid gap-2 rounded-md bg-sunken px-4 py-3.5">
          {outcomes.map(({ when, text }) => (
            <p key={when} className="wrap-anywhere">
              <b>{when}:</b> {text}
            </p>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-auto">
        <AdminOnly>
          <Verbs decision={decision} />
        </AdminOnly>
      </div>
      {links.length > 0 && (
        <p className="-mt-2 flex flex-wrap gap-x-5">
          {links.map(({ label, href }) => (
            <TextLink key={label} href={href} className="inline-flex min-h-11 items-center">
              {label}
            </TextLink>
          ))}
        </p>
      )}
    </div>
  )
}

function Said({ said }: Pick<InboxCase, 'said'>) {
  return (
    <ol className="m-0 grid list-none gap-4 p-0">
      {said.map(({ name, role, text, at }) => (
        <li key={`${name} ${at} ${text}`} className="grid grid-cols-[34px_minmax(0,1fr)] gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <b>{name}</b>{' '}
              <span className="text-ink-faint text-sm">
                {role && `${role}, `}
                <LocalTime iso={at} />
              </span>
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Facts({ facts }: Pick<InboxCase, 'facts'>) {
  return (
    <dl className="m-0 grid">
      {facts.map(({ label, text, at }) => (
        <div
          key={`${label} ${text}`}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-b py-2.5 last:border-b-0"
        >
          <dt className="wrap-anywhere min-w-0 text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere m-0 min-w-0 sm:text-right">{at ? <LocalTime iso={at} /> : text}</dd>
        </div>
      ))}
    </dl>
  )
}
