import { and, eq, gte, sum } from 'drizzle-orm'
import { freeDoorMessage } from '../../../../contract/checkout.ts'
import { limits } from '../../../../contract/limits.ts'
import { utcDay } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isFreePaused, isFreeSurge } from '../../../../domain/free.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { contentDailyRollups, contentItems } from '../../../db/schema/index.ts'
import { enforceRateLimits, incrementCounter, ipPrefix, type RateLimit } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { raiseAlert } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { ipLimit } from '../access/buyer-proof.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Throws AppError while an item is paused, and over the limits of the item and of the network. Counts the request. */
export async function passFreeDoor(
  ports: Ports,
  { content, creator }: ContentRow,
  ip: string,
): Promise<void> {
  const { db, clock } = ports
  const now = clock.now()
  if (isFreePaused(content, now)) throw doorClosed()
  await enforceRateLimits(ports, doorLimits(ports, content.id, ip))
  const key = `free-in-hour/${content.id}`
  const claimCount = await incrementCounter(db, { key, windowMs: hourMs }, now)
  // Few items get this far, so others read no visitors.
  if (claimCount < limits.minFreeSurge) return
  const viewCount = await countViews(db, content.id, new Date(now.getTime() - hourMs))
  if (!isFreeSurge({ claimCount, viewCount })) return
  await pauseFree(ports, { content, creator }, { claimCount, viewCount })
  throw doorClosed()
}

function doorLimits(ports: Ports, contentId: number, ip: string): Array<RateLimit> {
  return [
    ...ipLimit(ports, {
      key: `free-from/${ipPrefix(ip)}`,
      max: limits.maxFreePerNetworkHour,
      windowMs: hourMs,
    }),
    {
      key: `free/${contentId}`,
      max: limits.maxFreePerMinute,
      windowMs: minuteMs,
      message: freeDoorMessage,
    },
  ]
}

function doorClosed(): AppError {
  return new AppError('rate_limited', freeDoorMessage)
}

/** Visitors are counted by day. */
async function countViews(db: Db, contentId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ views: sum(contentDailyRollups.viewCount) })
    .from(contentDailyRollups)
    .where(and(eq(contentDailyRollups.contentId, contentId), gte(contentDailyRollups.day, utcDay(since))))
  return Number(row?.views ?? 0)
}

type Surge = { claimCount: number; viewCount: number }

/** At once for every process. The admin gets an alert, and the creator an email, at most once a day. */
async function pauseFree(
  ports: Ports,
  { content, creator }: Pick<ContentRow, 'content' | 'creator'>,
  { claimCount, viewCount }: Surge,
): Promise<void> {
  const now = ports.clock.now()
  const freePausedUntil = new Date(now.getTime() + limits.freePauseMs)
  await ports.db.transaction(async (tx) => {
    await updateRow(tx, contentItems, { id: content.id }, { freePausedUntil })
    const minutes = limits.freePauseMs / minuteMs
    await raiseAlert(tx, ports, {
      kind: 'free-surge',
      target: `content/${content.id}`,
      message: `${claimCount} people wanted this free item within an hour, and its page had ${viewCount} visitors. It was paused for ${minutes} minutes. So many without a visit can mean an attack.`,
    })
    if (creator.email)
      await sendEmail(tx, ports, {
        kind: 'free_paused',
        to: creator.email,
        data: { contentId: content.id },
        dedupeKey: `content/${content.id}/${utcDay(now)}`,
      })
  })
}
