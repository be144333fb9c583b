import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { deliveries } from '../../../db/schema/index.ts'
import { inboxSource } from '../../inbox.ts'
import { isLate } from './repository.ts'

type Channel = 'email' | 'webhook'
type Facts = { count: number; newestError: string }

const nouns: Record<Channel, [one: string, many: string]> = {
  email: ['email', 'emails'],
  webhook: ['webhook', 'webhooks'],
}
const maxCounted = 1_000
const maxShown = 5

/**
 * What a creator’s endpoint doesn’t take is no matter of the admin, and what a browser didn’t take of nobody. Of webhooks
 * only those that failed count.
 */
export function isStuck(now: Date): SQL | undefined {
  const isFailedWebhook = and(eq(deliveries.channel, 'webhook'), eq(deliveries.state, 'failed'))
  return and(isLate(now), or(eq(deliveries.channel, 'email'), isFailedWebhook))
}

/** What failed or is late, as one row for each channel: its cause is most often the same. */
export const deliveryInbox = inboxSource<Facts>({
  open: (now) => sql`
    select l.channel as id, min(l.created_at) as opened_at, min(l.created_at) + interval '1 day' as due_at,
        jsonb_build_object('count', count(*), 'newestError', (array_agg(l.error order by l.id desc))[1]) as facts
      from (select id, channel, created_at, error from ${deliveries} where ${isStuck(now)} limit ${maxCounted}) l
      group by l.channel`,
  caption: ({ count, newestError }) => ({
    title: count === 1 ? 'Something couldn’t be sent' : `${count.toLocaleString('en')} couldn’t be sent`,
    about: newestError || 'Delayed more than five minutes',
  }),
  describe: async ({ db, clock }, id, { count }) => {
    const channel = toChannel(id)
    const [one, many] = nouns[channel]
    const rows = await db
      .select()
      .from(deliveries)
      .where(and(isStuck(clock.now()), eq(deliveries.channel, channel)))
      .orderBy(desc(deliveries.id))
      .limit(maxShown)
    return {
      heading: count === 1 ? `Send this ${one} again?` : `Send ${count.toLocaleString('en')} ${many} again?`,
      facts: rows.map(({ kind, target, error }) => ({
        label: `${kind.replaceAll(/[_.]/g, ' ')} to ${target || 'an erased address'}`,
        text: error || 'Waiting',
        at: null,
      })),
      outcomes: [
        {
          when: 'If you send again',
          text: 'Each is tried right away. What fails again comes back here.',
        },
        {
          when: 'If you drop them',
          text: 'Those that failed are no longer tried. Those that wait go on.',
        },
      ],
      links: [{ label: 'See each of them', href: '/admin/deliveries' }],
    }
  },
})

function toChannel(id: string): Channel {
  return id === 'webhook' ? id : 'email'
}
