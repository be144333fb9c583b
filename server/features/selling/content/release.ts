import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReleaseForEditing } from '../../../../contract/releases.ts'
import { AppError } from '../../../../domain/errors.ts'
import {
  isBeforeRelease,
  lateRefundAt,
  localTimeIn,
  releaseProblem,
  releaseWords,
  shortDayIn,
} from '../../../../domain/release.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { bundleItems, contentItems, isWaitingPurchase, purchases } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from './repository.ts'

type ReleaseColumns = Pick<ContentRow['content'], 'releaseAt' | 'releaseTimeZone'>

/**
 * The columns of the release day that a form has. A day that was set before stays as it is, also when it has passed. While
 * people wait, an item without a day is out now, and one that is just out gets no other day. Throws AppError with the field
 * `releaseAt`.
 */
export async function releaseOfEdit(
  tx: Tx,
  { edit, stored, now }: { edit: ReleaseColumns; stored?: ContentRow['content']; now: Date },
): Promise<ReleaseColumns> {
  if (stored && isSame(edit, stored)) return releaseColumnsOf(stored)
  const { releaseAt } = edit
  const isWaitedFor = stored !== undefined && (await countWaiting(tx, stored.id)) > 0
  if (releaseAt === null) {
    if (!stored || !isWaitedFor || stored.releaseAt === null) return edit
    return { ...releaseColumnsOf(stored), releaseAt: stored.releaseAt < now ? stored.releaseAt : now }
  }
  const problem = releaseProblem(releaseAt, now)
  if (problem) throw refused(problem)
  if (isWaitedFor && !isBeforeRelease(stored.releaseAt, now))
    throw refused('It’s out now, and the people who waited are being told. Set another day in a minute.')
  if (stored && (await isInBundle(tx, stored.id)))
    throw refused('This item is in a bundle, which is delivered at once. Take it out of the bundle first.')
  return edit
}

function releaseColumnsOf({ releaseAt, releaseTimeZone }: ReleaseColumns): ReleaseColumns {
  return { releaseAt, releaseTimeZone }
}

/** Forms have no seconds. */
function isSame(edit: ReleaseColumns, stored: ReleaseColumns): boolean {
  if (edit.releaseAt === null || stored.releaseAt === null) return edit.releaseAt === stored.releaseAt
  const minute = (at: Date) => Math.floor(at.getTime() / 60_000)
  return (
    edit.releaseTimeZone === stored.releaseTimeZone && minute(edit.releaseAt) === minute(stored.releaseAt)
  )
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { releaseAt: message })
}

async function isInBundle(tx: Tx, contentId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: bundleItems.bundleId })
    .from(bundleItems)
    .innerJoin(contentItems, and(eq(contentItems.id, bundleItems.bundleId), isNull(contentItems.deletedAt)))
    .where(and(eq(bundleItems.contentId, contentId), isNull(bundleItems.removedAt)))
    .limit(1)
  return row !== undefined
}

/** Tells the people who wait when the day was moved. One that was removed is found by the sweep, which sends their links. */
export async function announceMove(
  tx: Tx,
  { queue }: Pick<Ports, 'queue'>,
  { stored, after, now }: { stored: ContentRow['content']; after: ReleaseColumns; now: Date },
): Promise<void> {
  if (!isBeforeRelease(after.releaseAt, now) || !isBeforeRelease(stored.releaseAt, now)) return
  if (after.releaseAt.getTime() === stored.releaseAt.getTime()) return
  const data = {
    contentId: String(stored.id),
    releaseAt: after.releaseAt.toISOString(),
    movedAt: now.toISOString(),
  }
  await queue.enqueue(tx, { name: 'tell-of-new-day', data })
}

/** The condition of a purchase of an item that has not been delivered yet. */
function waitsFor(contentId: number): SQL | undefined {
  return and(eq(purchases.contentId, contentId), isWaitingPurchase)
}

async function countWaiting(db: Db, contentId: number): Promise<number> {
  return db.$count(purchases, waitsFor(contentId))
}

/** What the creator set, for the editor. */
export async function findReleaseForEditing(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { content: { id, releaseAt, releaseTimeZone } }: ContentRow,
): Promise<ReleaseForEditing> {
  if (releaseAt === null) return null
  const [waiting] = await db
    .select({
      count: sql<string>`count(*)`,
      firstPromise: sql<Date | null>`min(${purchases.promisedReleaseAt})`.mapWith(
        purchases.promisedReleaseAt,
      ),
    })
    .from(purchases)
    .where(waitsFor(id))
  const firstPromise = waiting?.firstPromise
  return {
    localTime: localTimeIn(releaseAt, releaseTimeZone),
    timeZone: releaseTimeZone,
    isOut: !isBeforeRelease(releaseAt, clock.now()),
    waitingCount: Number(waiting?.count ?? 0),
    firstRefundDay: firstPromise ? shortDayIn(lateRefundAt(firstPromise), releaseTimeZone) : null,
  }
}

/** Throws AppError for an item that is not out yet: a bundle is delivered at once. */
export function requireOut(rows: ReadonlyArray<ContentRow>, now: Date): void {
  const waiting = rows.find(({ content }) => isBeforeRelease(content.releaseAt, now))
  if (!waiting?.content.releaseAt) return
  const { title, releaseAt, releaseTimeZone } = waiting.content
  const { shortDay } = releaseWords(releaseAt, releaseTimeZone)
  const message = `“${title}” comes on ${shortDay}. Add it to a bundle once it’s out.`
  throw new AppError('invalid_input', message, { items: message })
}
