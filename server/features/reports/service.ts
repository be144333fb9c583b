import type { z } from 'zod'
import { ReportBody, type ReportedContent, ReportReason } from '../../../contract/reports.ts'
import { isForSale } from '../../../domain/access.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import { validated } from '../../http/validate.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAct } from '../audit/service.ts'
import { contentNotFound } from '../content/own.ts'
import { queueMail } from '../mail/outbox.ts'
import {
  closeGrants,
  countItems,
  type HoldRow,
  type ItemRow,
  insertReport,
  itemById,
  itemsWith,
  lockItem,
  reopenGrants,
  reportable,
  reportsOf,
  setHold,
  settleReports,
} from './repository.ts'

const mostListed = 50

/** The item a report would be about. */
export async function showReportable({ db }: Ports, id: number) {
  const item = await reportable(db, id)
  if (!item) throw contentNotFound()
  return item
}

/** Keeps what somebody says about an item. Throws AppError with a sentence for each field that is unfit. */
export async function keepReport(
  ports: Ports,
  contentId: number,
  form: z.input<typeof ReportBody> | Record<keyof z.input<typeof ReportBody>, string>,
): Promise<void> {
  const { id } = await showReportable(ports, contentId)
  const report = validated(ReportBody, form)
  await insertReport(ports.db, {
    ...report,
    id: ports.newId(),
    contentId: id,
    state: 'open',
    createdAt: ports.clock.now(),
  })
}

export async function listReported({ db }: Ports, { state }: { state: 'open' | 'held' | 'done' }) {
  const rows = await itemsWith(db, state, mostListed)
  return { ...(await countItems(db)), items: await presentItems(db, rows) }
}

type Hold = { id: number; reason: string; remove: boolean }

/** Off sale at once. Buyers keep access, unless it is removed for them too. */
export async function hold(ports: Ports, viewer: Viewer, { id, reason, remove }: Hold) {
  return change(ports, viewer, id, async (tx, item) => {
    if (item.heldAt && (item.removedAt || !remove))
      throw new AppError('conflict', 'This item is held already.')
    const now = ports.clock.now()
    const closed = remove ? await closeGrants(tx, id, { now, reason }) : 0
    await setHold(tx, id, {
      heldAt: item.heldAt ?? now,
      heldReason: reason,
      removedAt: remove ? now : item.removedAt,
    })
    const settled = await settleReports(tx, id, now)
    const after = { held: true, removed: remove, reason, reportsSettled: settled, buyersClosed: closed }
    return { act: 'holdContent', after, mail: { kind: 'item-held', words: reason } }
  })
}

/** On sale as before; whom it was closed to has it again. */
export async function release(ports: Ports, viewer: Viewer, id: number) {
  return change(ports, viewer, id, async (tx, item) => {
    if (!item.heldAt) throw new AppError('conflict', 'This item is not held.')
    const opened = item.removedAt ? await reopenGrants(tx, id, item.removedAt) : 0
    await setHold(tx, id, { heldAt: null, heldReason: '', removedAt: null })
    const after = { held: false, buyersOpened: opened }
    return { act: 'releaseContent', after, mail: { kind: 'item-released', words: '' } }
  })
}

/** Nothing is wrong with it. */
export async function dismiss(ports: Ports, viewer: Viewer, id: number) {
  return change(ports, viewer, id, async (tx) => {
    const settled = await settleReports(tx, id, ports.clock.now())
    return { act: 'dismissReports', after: { reportsSettled: settled } }
  })
}

type Changed = {
  act: string
  after: Record<string, unknown>
  mail?: { kind: 'item-held' | 'item-released'; words: string }
}

/** One change of an item's standing, with its line in the log and the mail to its creator. */
async function change(
  ports: Ports,
  viewer: Viewer,
  id: number,
  make: (tx: Tx, item: HoldRow) => Promise<Changed>,
): Promise<ReportedContent> {
  return ports.db.transaction(async (tx) => {
    const item = await lockItem(tx, id)
    const known = item && (await itemById(tx, id))
    if (!item || !known) throw contentNotFound()
    const { act, after, mail } = await make(tx, item)
    const before = { title: item.title, held: item.heldAt !== null, removed: item.removedAt !== null }
    await recordAct(tx, ports, viewer, { act, subject: `content/${id}`, before, after })
    if (mail)
      await queueMail(tx, ports, {
        kind: mail.kind,
        subject: `content/${id}/${ports.newId()}`,
        recipient: known.creator.email,
        data: { contentId: id, ...(mail.words && { words: mail.words }) },
      })
    const [shown] = await presentItems(tx, [(await itemById(tx, id)) ?? known])
    if (!shown) throw contentNotFound()
    return shown
  })
}

async function presentItems(db: Db, rows: Array<ItemRow>): Promise<Array<ReportedContent>> {
  const reports = await reportsOf(
    db,
    rows.map(({ content }) => content.id),
  )
  return rows.map(({ content, creator, buyers }) => ({
    contentId: content.id,
    title: content.title,
    creator: { id: Number(creator.id), name: creator.name, email: creator.email },
    standing: standingOf(content, creator),
    heldReason: content.heldReason,
    buyers,
    reports: reports
      .filter(({ contentId }) => contentId === content.id)
      .map((report) => ({
        ...report,
        reason: ReportReason.catch('other').parse(report.reason),
        createdAt: report.createdAt.toISOString(),
      })),
  }))
}

function standingOf(content: HoldRow, creator: { suspendedAt: Date | null }): ReportedContent['standing'] {
  if (content.removedAt) return 'removed'
  if (content.heldAt) return 'held'
  return isForSale(content, creator) ? 'on sale' : 'off sale'
}
