import { sql } from 'drizzle-orm'
import { dictionary } from '../../../../contract/dictionary.ts'
import { cut } from '../../../../domain/truncate.ts'
import { inboxSource } from '../../inbox.ts'

type Facts = {
  type: string
  subject: string
  message: string
  email: string
  isPro: boolean
  createdAt: string
}

const typeNames = dictionary({ bug: 'a bug', feature: 'a wish', improvement: 'an idea' })

/** Messages from the feedback page. Nobody is promised an answer by a day. */
export const feedbackInbox = inboxSource<Facts>({
  open: () => sql`
    select id::text as id, created_at as opened_at, null::timestamptz as due_at,
        jsonb_build_object('type', type, 'subject', subject, 'message', message, 'email', email, 'isPro', is_pro,
          'createdAt', created_at) as facts
      from feedback where state = 'new'`,
  caption: ({ type, subject, isPro }) => ({
    title: `Feedback: ${typeNames[type] ?? 'a message'}${isPro ? ', from a Pro creator' : ''}`,
    about: `“${cut(subject, 120)}”`,
  }),
  describe: async (_ports, _id, { subject, message, email, isPro, createdAt }) => ({
    heading: subject,
    said: [
      {
        name: email || 'Someone without an email',
        role: isPro ? 'Pro creator' : '',
        text: message,
        at: new Date(createdAt).toISOString(),
      },
    ],
    links: email
      ? [{ label: 'Answer', href: `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}` }]
      : [],
  }),
})
