import { Flag } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  dismissReports,
  listReportedContent,
  type ReportedContent,
  type ReportReason,
  reinstateContent,
  TakedownInput,
  takeDownContent,
} from '../../../../../contract/moderation.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton, ActionDialog } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState, ListFilter, useListFilter } from '../admin-list.tsx'

const states = [
  { value: 'taken_down', label: 'Taken down' },
  { value: 'resolved', label: 'Resolved' },
] as const
const emptyStates = {
  taken_down: ['Nothing taken down', 'Items you take down stay here until you restore them.'],
  resolved: ['Nothing resolved yet', 'Reports you’ve handled show up here.'],
} as const

/** `/admin/reports`: items that were taken down, and items whose reports are settled. */
export function ReportsPage() {
  const state = useListFilter('state', states)
  const read = useApiQuery(listReportedContent, { query: { state } })
  const { takenDownCount = 0 } = read.data ?? {}
  const takenDown = takenDownCount > 0 ? `Taken down (${takenDownCount})` : 'Taken down'
  return (
    <AdminLayout
      title="Taken down"
      description="Items you took down, and those whose reports are settled. Open reports are in the inbox."
    >
      <ListFilter
        label="Filter reports"
        name="state"
        options={[{ value: 'taken_down', label: takenDown }, states[1]]}
      />
      <AdminQueryState query={read} subject="Reports">
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Flag aria-hidden />}
                title={emptyStates[state][0]}
                description={emptyStates[state][1]}
              />
            </Card>
          ) : (
            <ul className="m-0 grid list-none gap-[18px] p-0">
              {items.map((item) => (
                <li key={item.contentId}>
                  <ReportedContentCard item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </AdminQueryState>
    </AdminLayout>
  )
}

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
function ReportedContentCard({ item }: { item: ReportedContent }) {
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
      <ModerationActions item={item} isTakenDown={isTakenDown} />
    </Card>
  )
}

function ModerationActions({ item, isTakenDown }: { item: ReportedContent; isTakenDown: boolean }) {
  const input = { params: { id: item.contentId } }
  const context = `: ${item.title}`
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {item.status !== 'access_revoked' && <TakeDownButton item={item} isTakenDown={isTakenDown} />}
      {isTakenDown && (
        <ActionButton
          route={reinstateContent}
          input={input}
          successMessage="Item restored"
          label="Restore"
          context={context}
        />
      )}
      {item.reports.some(({ state }) => state === 'open') && (
        <ActionButton
          route={dismissReports}
          input={input}
          successMessage="Resolved"
          label="Dismiss report"
          context={context}
        />
      )}
    </div>
  )
}

const takedownSchema = z.omit(TakedownInput, { revokeBuyerAccess: true })

function TakeDownButton({ item, isTakenDown }: { item: ReportedContent; isTakenDown: boolean }) {
  const { contentId, title, takedownReason } = item
  const [revokesAccess, setRevokesAccess] = useState(isTakenDown)
  return (
    <ActionDialog
      button={{
        label: isTakenDown ? 'Revoke buyers’ access' : 'Take down',
        context: `: ${title}`,
        variant: 'danger',
      }}
      title={isTakenDown ? `Revoke buyers’ access to ${title}?` : `Take down ${title}?`}
      description="It’s unpublished right away, and the creator is told why."
      route={takeDownContent}
      schema={takedownSchema}
      toInput={(fields) => ({
        params: { id: contentId },
        body: { ...fields, revokeBuyerAccess: revokesAccess },
      })}
      successMessage={revokesAccess ? 'Taken down, buyers’ access revoked' : 'Taken down'}
      submitLabel={isTakenDown ? 'Revoke access' : 'Take down'}
      tone="danger"
    >
      <Field
        label="Reason"
        name="reason"
        hint="The creator will see this, and so will any buyer who loses access."
      >
        <Textarea defaultValue={takedownReason} />
      </Field>
      {!isTakenDown && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={revokesAccess}
            onChange={({ target }) => setRevokesAccess(target.checked)}
            className="size-5 accent-current"
          />
          Also revoke buyers’ access
        </label>
      )}
    </ActionDialog>
  )
}
