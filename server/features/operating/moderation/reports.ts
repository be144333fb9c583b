import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import { ContentReportInput, type ReportedContent, ReportReason } from '../../../../contract/moderation.ts'
import { isForSale, mayBeShown } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { hasRow, insertRows } from '../../../db/rows.ts'
import { accessGrants, contentReports } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { parseOrThrow } from '../../../http/validation.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError } from '../../selling/content/guards.ts'
import { findContentById, updateContentRow } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { type EmailData, sendEmail } from '../../telling/deliveries/deliveries.ts'
import {
  type ContentRow,
  countReportedContent,
  findReportedContent,
  lockContent,
  type ReportedContentRow,
  resolveReports,
  restoreAllAccess,
  revokeAllAccess,
  selectReportedContent,
  selectReports,
} from './reports-repository.ts'

const maxListed = limits.maxListed.reportedItems

/** The item of a report page. Throws AppError when there is none to report. */
export async function getReportableContent({ db }: Ports, id: number) {
  const row = await findContentById(db, id)
  if (!row) throw contentNotFoundError()
  if (mayBeShown(stateOf(row), 'none')) return { id, title: row.content.title }
  // Its buyers may report it, too. Nobody else learns what it was.
  const wasBought = await hasRow(db, accessGrants, eq(accessGrants.contentId, id))
  if (!wasBought) throw contentNotFoundError()
  return { id, title: null }
}

/** Stores a report. Throws AppError with a message for each invalid field. */
export async function createReport(
  ports: Ports,
  contentId: number,
  form: z.input<typeof ContentReportInput> | Record<keyof z.input<typeof ContentReportInput>, string>,
): Promise<void> {
  const { id } = await getReportableContent(ports, contentId)
  const { email, ...report } = parseOrThrow(ContentReportInput, form)
  const createdAt = ports.clock.now()
  await insertRows(ports.db, contentReports, [
    { ...report, reporterEmail: email, contentId: id, state: 'open', createdAt },
  ])
}

export async function listReportedContent(
  { db }: Ports,
  { state }: { state: 'open' | 'taken_down' | 'resolved' },
) {
  const rows = await selectReportedContent(db, state, maxListed)
  return { ...(await countReportedContent(db)), items: await presentItems(db, rows) }
}

/** One item with its reports, as the lists have it. */
export async function reportedItem(db: Db, id: number): Promise<ReportedContent | undefined> {
  const row = await findReportedContent(db, id)
  return row && (await presentItems(db, [row]))[0]
}

type TakedownInput = { id: number; reason: string; revokeBuyerAccess: boolean }

/** Takes an item down at once. Buyers keep access unless `revokeBuyerAccess`. */
export async function takeDownContent(
  ports: Ports,
  viewer: Viewer,
  { id, reason, revokeBuyerAccess }: TakedownInput,
) {
  return applyModeration(ports, viewer, id, async (tx, item) => {
    if (item.takenDownAt && (item.buyerAccessRevokedAt || !revokeBuyerAccess))
      throw new AppError('conflict', 'This item has already been taken down.')
    const now = ports.clock.now()
    const revokedGrantCount = revokeBuyerAccess ? await revokeAllAccess(tx, id, { now, reason }) : 0
    await updateContentRow(tx, id, {
      takenDownAt: item.takenDownAt ?? now,
      takedownReason: reason,
      buyerAccessRevokedAt: revokeBuyerAccess ? now : item.buyerAccessRevokedAt,
    })
    const resolvedReportCount = await resolveReports(tx, id, now)
    const after = {
      takenDown: true,
      buyerAccessRevoked: revokeBuyerAccess,
      reason,
      resolvedReportCount,
      revokedGrantCount,
    }
    return {
      action: 'takeDownContent',
      after,
      email: { kind: 'content_taken_down', data: { contentId: id, reason } },
    }
  })
}

/** Restores the item, and the access that was revoked with it. */
export async function reinstateContent(ports: Ports, viewer: Viewer, id: number) {
  return applyModeration(ports, viewer, id, async (tx, item) => {
    if (!item.takenDownAt) throw new AppError('conflict', 'This item hasn’t been taken down.')
    const restoredGrantCount = item.buyerAccessRevokedAt
      ? await restoreAllAccess(tx, id, item.buyerAccessRevokedAt)
      : 0
    await updateContentRow(tx, id, { takenDownAt: null, takedownReason: '', buyerAccessRevokedAt: null })
    const after = { takenDown: false, restoredGrantCount }
    return {
      action: 'reinstateContent',
      after,
      email: { kind: 'content_reinstated', data: { contentId: id } },
    }
  })
}

export async function dismissReports(ports: Ports, viewer: Viewer, id: number) {
  return applyModeration(ports, viewer, id, async (tx) => {
    const resolvedReportCount = await resolveReports(tx, id, ports.clock.now())
    return { action: 'dismissReports', after: { resolvedReportCount } }
  })
}

type ModerationChange = {
  action: string
  after: Record<string, unknown>
  email?:
    | { kind: 'content_taken_down'; data: EmailData['content_taken_down'] }
    | { kind: 'content_reinstated'; data: EmailData['content_reinstated'] }
}

async function applyModeration(
  ports: Ports,
  viewer: Viewer,
  id: number,
  apply: (tx: Tx, item: ContentRow) => Promise<ModerationChange>,
): Promise<ReportedContent> {
  return ports.db.transaction(async (tx) => {
    const item = await lockContent(tx, id)
    const reported = item && (await findReportedContent(tx, id))
    if (!item || !reported) throw contentNotFoundError()
    const { action, after, email } = await apply(tx, item)
    const before = {
      title: item.title,
      takenDown: item.takenDownAt !== null,
      buyerAccessRevoked: item.buyerAccessRevokedAt !== null,
    }
    await recordAuditEntry(tx, ports, viewer, { action, target: `content/${id}`, before, after })
    const to = { dedupeKey: `content/${id}/${randomUUID()}`, to: reported.creator.email }
    if (email) await sendEmail(tx, ports, { ...to, ...email })
    const [presented] = await presentItems(tx, [(await findReportedContent(tx, id)) ?? reported])
    if (!presented) throw contentNotFoundError()
    return presented
  })
}

async function presentItems(db: Db, rows: Array<ReportedContentRow>): Promise<Array<ReportedContent>> {
  const reports = await selectReports(
    db,
    rows.map(({ content }) => content.id),
  )
  return rows.map(({ content, creator, buyers }) => ({
    contentId: content.id,
    title: content.title,
    creator: { id: Number(creator.id), name: creator.name, email: creator.email },
    status: statusOf(content, creator),
    takedownReason: content.takedownReason,
    buyersWithAccessCount: buyers,
    reports: reports
      .filter(({ contentId }) => contentId === content.id)
      .map(({ reporterEmail, ...report }) => ({
        ...report,
        email: reporterEmail,
        reason: ReportReason.safeParse(report.reason).data ?? 'other',
        createdAt: report.createdAt.toISOString(),
      })),
  }))
}

function statusOf(content: ContentRow, creator: ReportedContentRow['creator']): ReportedContent['status'] {
  if (content.buyerAccessRevokedAt) return 'access_revoked'
  if (content.takenDownAt) return 'taken_down'
  return isForSale(content, creator) ? 'published' : 'unpublished'
}
