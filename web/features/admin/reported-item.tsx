import { useState } from 'react'
import {
  dismissReports,
  listReportedContent,
  type ReportedContent,
  type ReportReason,
  releaseContent,
} from '../../../contract/reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { HoldDialog } from './hold-dialog.tsx'
import { useAct } from './use-act.ts'

const reasons: Record<ReportReason, string> = {
  illegal: 'Illegal',
  copyright: 'Copyright',
  harmful: 'Harmful',
  misleading: 'Misleading',
  spam: 'Spam',
  other: 'Something else',
}
const tones = { 'on sale': 'brand', 'off sale': 'plain', held: 'warn', removed: 'danger' } as const
const standings = { 'on sale': 'On sale', 'off sale': 'Off sale', held: 'Held', removed: 'Removed' }
const changes = [listReportedContent]

/** An item with what was said about it and what can be done. */
export function ReportedItem({ item }: { item: ReportedContent }) {
  const { contentId, title, creator, standing, heldReason, reports, buyers } = item
  const isHeld = standing === 'held' || standing === 'removed'
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{title}</h2>
          <p className="wrap-anywhere text-ink-soft">
            by {creator.name ?? creator.email} ·{' '}
            <TextLink href={`/admin/creators?q=${encodeURIComponent(creator.email)}`}>
              {creator.email}
            </TextLink>
          </p>
          <p className="text-ink-faint text-sm">
            {buyers === 1 ? '1 buyer has' : `${buyers} buyers have`} access ·{' '}
            <TextLink href={`/p/${contentId}`}>Tip page</TextLink>
          </p>
        </div>
        <Badge tone={tones[standing]}>{standings[standing]}</Badge>
      </div>
      {isHeld && heldReason && <p className="rounded-md bg-sunken px-4 py-3">Held: {heldReason}</p>}
      {reports.length > 0 && (
        <ul className="m-0 grid list-none gap-3 p-0">
          {reports.map(({ id, reason, details, email, createdAt, state }) => (
            <li key={id} className="border-line border-l-2 pl-3">
              <p className="font-semibold">
                {reasons[reason]}
                {state === 'done' && <span className="font-normal text-ink-faint"> · settled</span>}
              </p>
              {details && <p className="wrap-anywhere whitespace-pre-line">{details}</p>}
              <p className="wrap-anywhere text-ink-faint text-sm">
                {formatMoment(createdAt)}
                {email && ` · ${email}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Acts item={item} isHeld={isHeld} />
    </Card>
  )
}

function Acts({ item, isHeld }: { item: ReportedContent; isHeld: boolean }) {
  const [asking, setAsking] = useState(false)
  const { contentId, title, reports } = item
  const params = { id: contentId }
  const release = useAct(releaseContent, { said: 'For sale again', changes })
  const dismiss = useAct(dismissReports, { said: 'Settled', changes })
  const waits = reports.some(({ state }) => state === 'open')
  const about = <span className="sr-only">: {title}</span>
  return (
    <div className="flex flex-wrap gap-3">
      {item.standing !== 'removed' && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          {isHeld ? 'Remove for buyers' : 'Hold'}
          {about}
        </Button>
      )}
      {isHeld && (
        <Button variant="ghost" busy={release.isPending} onClick={() => release.mutate({ params })}>
          Release{about}
        </Button>
      )}
      {waits && (
        <Button variant="ghost" busy={dismiss.isPending} onClick={() => dismiss.mutate({ params })}>
          Nothing is wrong{about}
        </Button>
      )}
      <HoldDialog item={item} isHeld={isHeld} open={asking} setOpen={setAsking} />
    </div>
  )
}
