import { useState } from 'react'
import {
  dismissReports,
  listReportedContent,
  type ReportedContent,
  type ReportReason,
  reinstateContent,
} from '../../../contract/content-reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AdminOnly } from './admin-only.tsx'
import { TakeDownContentDialog } from './take-down-content-dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

const reasonLabels: Record<ReportReason, string> = {
  illegal: 'Illegal',
  copyright: 'Copyright',
  harmful: 'Harmful',
  misleading: 'Misleading',
  spam: 'Spam',
  other: 'Something else',
}
const tones = {
  published: 'brand',
  unpublished: 'plain',
  taken_down: 'warn',
  access_revoked: 'danger',
} as const
const statusLabels = {
  published: 'Published',
  unpublished: 'Unpublished',
  taken_down: 'Taken down',
  access_revoked: 'Removed',
}
const invalidates = [listReportedContent]

/** A reported item with its reports and the admin's actions. */
export function ReportedContentCard({ item }: { item: ReportedContent }) {
  const { contentId, title, creator, status, takedownReason, reports, buyersWithAccessCount } = item
  const isTakenDown = status === 'taken_down' || status === 'access_revoked'
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
            {buyersWithAccessCount === 1 ? '1 buyer has' : `${buyersWithAccessCount} buyers have`} access ·{' '}
            <TextLink href={`/p/${contentId}`}>Tip page</TextLink>
          </p>
        </div>
        <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
      </div>
      {isTakenDown && takedownReason && (
        <p className="rounded-md bg-sunken px-4 py-3">Taken down: {takedownReason}</p>
      )}
      {reports.length > 0 && (
        <ul className="m-0 grid list-none gap-3 p-0">
          {reports.map(({ id, reason, details, email, createdAt, state }) => (
            <li key={id} className="border-line border-l-2 pl-3">
              <p className="font-semibold">
                {reasonLabels[reason]}
                {state === 'resolved' && <span className="font-normal text-ink-faint"> · resolved</span>}
              </p>
              {details && <p className="wrap-anywhere whitespace-pre-line">{details}</p>}
              <p className="wrap-anywhere text-ink-faint text-sm">
                <LocalTime iso={createdAt} />
                {email && ` · ${email}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <AdminOnly>
        <ModerationActions item={item} isTakenDown={isTakenDown} />
      </AdminOnly>
    </Card>
  )
}

function ModerationActions({ item, isTakenDown }: { item: ReportedContent; isTakenDown: boolean }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { contentId, title, reports } = item
  const params = { id: contentId }
  const restore = useAdminAction(reinstateContent, { successMessage: 'Item restored', invalidates })
  const dismiss = useAdminAction(dismissReports, { successMessage: 'Resolved', invalidates })
  const hasOpenReports = reports.some(({ state }) => state === 'open')
  const srContext = <span className="sr-only">: {title}</span>
  return (
    <div className="flex flex-wrap gap-3">
      {item.status !== 'access_revoked' && (
        <Button variant="danger" onClick={() => setIsDialogOpen(true)}>
          {isTakenDown ? 'Revoke buyers’ access' : 'Take down'}
          {srContext}
        </Button>
      )}
      {isTakenDown && (
        <Button variant="secondary" isLoading={restore.isPending} onClick={() => restore.mutate({ params })}>
          Restore{srContext}
        </Button>
      )}
      {hasOpenReports && (
        <Button variant="secondary" isLoading={dismiss.isPending} onClick={() => dismiss.mutate({ params })}>
          Dismiss report{srContext}
        </Button>
      )}
      <TakeDownContentDialog
        item={item}
        isTakenDown={isTakenDown}
        open={isDialogOpen}
        setOpen={setIsDialogOpen}
      />
    </div>
  )
}
