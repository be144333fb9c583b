import { Inbox } from 'lucide-react'
import { mailtoUrl } from '../../../../../contract/email-address.ts'
import { type Feedback, listFeedback, setFeedbackState } from '../../../../../contract/feedback.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import {
  AdminList,
  AdminRow,
  AdminRows,
  ListFilter,
  ListPages,
  useListFilter,
  useListSearch,
} from '../admin-list.tsx'
import { humanize } from '../format.ts'

const states = [
  { value: 'new', label: 'New' },
  { value: 'closed', label: 'Done' },
] as const

/** `/admin/feedback`: feedback messages, Pro accounts first. */
export function AdminFeedbackPage() {
  const state = useListFilter('state', states)
  const { page } = useListSearch()
  const read = useApiQuery(listFeedback, { query: { state, page } })
  return (
    <AdminLayout title="Feedback" description="Pro messages first, then by priority, then newest.">
      <ListFilter label="Filter messages" name="state" options={states} />
      <AdminList
        query={read}
        subject="Messages"
        countOf={({ messages }) => messages.length}
        empty={{
          icon: <Inbox aria-hidden />,
          title: state === 'new' ? 'The inbox is empty' : 'Nothing marked as done yet',
          description: 'Messages from the feedback page show up here, and we email them to the admin.',
        }}
        pagination={({ total }) => <ListPages total={total} />}
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
  return (
    <AdminRow
      actions={
        <ActionButton
          route={setFeedbackState}
          input={{ params: { id }, body: { state: next } }}
          successMessage={next === 'closed' ? 'Marked as done' : 'Moved back to the inbox'}
          label={next === 'closed' ? 'Mark as done' : 'Move back to inbox'}
          context={`: ${subject}`}
          size="sm"
        />
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
