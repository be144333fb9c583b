import { Inbox } from 'lucide-react'
import { mailtoUrl } from '../../../../../contract/email-address.ts'
import { type Feedback, listFeedback, setFeedbackState } from '../../../../../contract/feedback.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { parsePage, useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { Pagination } from '../../../../ui/pagination.tsx'
import { SegmentedControl } from '../../../../ui/segmented-control.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { humanize } from '../format.ts'
import { AdminList, AdminRow, AdminRows } from '../payouts/admin-list.tsx'
import { useAdminAction } from '../use-admin-action.ts'

/** `/admin/feedback`: feedback messages, Pro accounts first. */
export function AdminFeedbackPage() {
  const [query, setParams] = useSearchParamsState()
  const state = query.get('state') === 'closed' ? 'closed' : 'new'
  const page = parsePage(query)
  const read = useApiQuery(listFeedback, { query: { state, page } })
  return (
    <AdminLayout title="Feedback" description="Pro messages first, then by priority, then newest.">
      <SegmentedControl
        label="Filter messages"
        name="state"
        value={state}
        options={[
          { value: 'new', label: 'New' },
          { value: 'closed', label: 'Done' },
        ]}
        onChange={(next) => setParams({ state: next === 'new' ? undefined : next, page: undefined })}
      />
      <AdminList
        query={read}
        subject="Messages"
        countOf={({ messages }) => messages.length}
        empty={{
          icon: <Inbox aria-hidden />,
          title: state === 'new' ? 'The inbox is empty' : 'Nothing marked as done yet',
          description: 'Messages from the feedback page show up here, and we email them to the admin.',
        }}
        pagination={({ total }) => (
          <Pagination page={page} total={total} onChange={(next) => setParams({ page: next })} />
        )}
      >
        {({ messages }) => (
          <AdminRows>
            {messages.map((message) => (
              <FeedbackRow key={message.id} message={message} />
            ))}
          </AdminRows>
        )}
      </AdminList>
    </AdminLayout>
  )
}

const tones = { low: 'plain', medium: 'plain', high: 'warm', urgent: 'danger' } as const

function FeedbackRow({ message }: { message: Feedback }) {
  const { id, subject, message: text, email, type, priority, isPro, state, createdAt } = message
  const next = state === 'new' ? 'closed' : 'new'
  const setState = useAdminAction(setFeedbackState, {
    successMessage: next === 'closed' ? 'Marked as done' : 'Moved back to the inbox',
    invalidates: [listFeedback],
  })
  return (
    <AdminRow
      actions={
        <AdminOnly>
          <Button
            size="sm"
            variant="secondary"
            isLoading={setState.isPending}
            onClick={() => setState.mutate({ params: { id }, body: { state: next } })}
          >
            {next === 'closed' ? 'Mark as done' : 'Move back to inbox'}
            <span className="sr-only">: {subject}</span>
          </Button>
        </AdminOnly>
      }
    >
      <h2 className="wrap-anywhere text-lg">{subject}</h2>
      <p className="flex flex-wrap gap-2">
        {isPro && <Badge>Pro</Badge>}
        <Badge tone={tones[priority]}>{humanize(priority)}</Badge>
        <Badge tone="plain">{humanize(type)}</Badge>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="wrap-anywhere text-ink-faint text-sm">
        {formatDateTime(createdAt)} ·{' '}
        {email ? <TextLink href={mailtoUrl(email)}>{email}</TextLink> : 'no email'}
      </p>
    </AdminRow>
  )
}
