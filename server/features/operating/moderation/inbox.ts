import { sql } from 'drizzle-orm'
import { inboxSource } from '../../inbox.ts'
import { reportedItem } from './reports.ts'
import { pendingReview } from './reviews.ts'

type ReportFacts = { reports: number; title: string; creator: string }

/** Reported items, each once however often it was reported; three days after the first report. */
export const reportInbox = inboxSource<ReportFacts>({
  open: () => sql`
    select r.content_id::text as id, r.first_at as opened_at, r.first_at + interval '3 days' as due_at,
        jsonb_build_object('reports', r.reports, 'title', c.title, 'creator', coalesce(u.first_name, u.email)) as facts
      from (select content_id, min(created_at) as first_at, count(*) as reports from content_reports
          where state = 'open' group by content_id) r
        join content_items c on c.id = r.content_id join users u on u.id = c.creator_id`,
  caption: ({ reports, title, creator }) => ({
    title:
      reports === 1
        ? 'An item was reported'
        : reports === 2
          ? 'Item reported twice'
          : `Item reported ${reports} times`,
    about: `${title}, ${creator}`,
  }),
  describe: async ({ db }, id, { title }) => {
    const report = await reportedItem(db, Number(id))
    if (!report) return undefined
    const { buyersWithAccessCount: buyers } = report
    return {
      heading: `Take down ${title}?`,
      said: report.reports
        .filter(({ state }) => state === 'open')
        .map(({ reason, details, email, createdAt }) => ({
          name: email || 'A visitor',
          role: reasonNames[reason],
          text: details || 'No details given.',
          at: createdAt,
        })),
      facts: [
        { label: 'Creator', text: report.creator.email, at: null },
        { label: 'Now', text: statusNames[report.status], at: null },
        { label: 'Buyers with access', text: String(buyers), at: null },
      ],
      outcomes: [
        {
          when: 'If you take it down',
          text: `It is unpublished right away and the creator is told why. ${buyers === 0 ? 'No one has bought it.' : 'Its buyers keep access unless you revoke it too.'}`,
        },
        { when: 'If you dismiss the reports', text: 'It stays published, and no one is told.' },
      ],
      links: [
        { label: 'See the item', href: `/p/${id}` },
        { label: 'The creator', href: `/admin/creators?q=${encodeURIComponent(report.creator.email)}` },
      ],
      report,
    }
  },
})

const reasonNames = {
  illegal: 'illegal',
  copyright: 'copyright',
  harmful: 'harmful',
  misleading: 'misleading',
  spam: 'spam',
  other: 'something else',
}

const statusNames = {
  published: 'Published',
  unpublished: 'Unpublished',
  taken_down: 'Taken down',
  access_revoked: 'Removed',
}

type ReviewFacts = { title: string; creator: string }

/** First items of new creators, where the site reviews them. */
export const reviewInbox = inboxSource<ReviewFacts>({
  open: () => sql`
    select v.content_id::text as id, v.requested_at as opened_at, v.requested_at + interval '2 days' as due_at,
        jsonb_build_object('title', c.title, 'creator', coalesce(u.first_name, u.email)) as facts
      from content_reviews v join content_items c on c.id = v.content_id join users u on u.id = c.creator_id
      where v.state = 'pending' and c.deleted_at is null and c.taken_down_at is null and u.suspended_at is null`,
  caption: ({ title, creator }) => ({ title: 'First item of a new creator', about: `${title}, ${creator}` }),
  describe: async (ports, id, { title }) => {
    const review = await pendingReview(ports, Number(id))
    if (!review) return undefined
    return {
      heading: `Publish ${title}?`,
      outcomes: [
        {
          when: 'If you approve it',
          text: 'It is published right away, and so are the creator’s next items.',
        },
        {
          when: 'If you reject it',
          text: 'It stays a draft, and the creator is told why. They can change it and ask again.',
        },
      ],
      links: [
        { label: 'The creator', href: `/admin/creators?q=${encodeURIComponent(review.creator.email)}` },
      ],
      review,
    }
  },
})
