import { Inbox } from 'lucide-react'
import { mailtoUrl } from '../../../../../contract/email-address.ts'
import { type Feedback, listFeedback, setFeedbackState } from '../../../../../contract/feedback.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList, AdminRow, AdminRows, ListPages, useListSearch } from '../admin-list.tsx'
import { humanize } from '../format.ts'

/** `/admin/feedback`: messages that are done. New ones are in the inbox. */
export function AdminFeedbackPage() {
  const { page } = useListSearch()
  const read = useApiQuery(listFeedback, { query: { state: 'closed', page } })
  return (
    <AdminLayout title="Feedback" description="Messages you’ve marked as done. New ones are in the inbox.">
      <AdminList
        query={read}
        subject="Messages"
        countOf={({ messages }) => messages.length}
        empty={{
          icon: <Inbox aria-hidden />,
          title: 'Nothing marked as done yet',
          description: 'Messages from the feedback page are in the inbox until then.',
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
  const { id, subject, message: text, email, type, priority, isPro, createdAt } = message
  return (
    <AdminRow
      actions={
        <ActionButton
          route={setFeedbackState}
          input={{ params: { id }, body: { state: 'new' } }}
          successMessage="Moved back to the inbox"
          label="Move back to inbox"
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
        <LocalTime iso={createdAt} /> ·{' '}
        {email ? <TextLink href={mailtoUrl(email)}>{email}</TextLink> : 'no email'}
      </p>
    </AdminRow>
  )
}
