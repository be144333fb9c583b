import type { z } from 'zod'
import { type Feedback, FeedbackType, type sendFeedback } from '../../../../contract/feedback.ts'
import { AppError } from '../../../../domain/errors.ts'
import { findRow, insertRows, updateRow } from '../../../db/rows.ts'
import { feedback } from '../../../db/schema/index.ts'
import { limitOffset } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { notificationRecipients } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { type FeedbackRow, selectFeedback } from './repository.ts'

type Message = z.output<typeof sendFeedback.body>

/** Stores a feedback message with its sender, and emails the operator. Feedback from Pro has at least high priority. */
export async function createFeedback(ports: Ports, viewer: Viewer | undefined, message: Message) {
  const { db, clock } = ports
  const sender = viewer && (await findUserById(db, viewer.id))
  const isPro = sender !== undefined && planOf(sender) === 'pro'
  const priority = isPro && message.priority !== 'urgent' ? 'high' : message.priority
  await db.transaction(async (tx) => {
    const row = { ...message, priority, isPro, userId: sender?.id ?? null, createdAt: clock.now() }
    const [{ id }] = await insertRows(tx, feedback, [row])
    for (const recipient of notificationRecipients(ports))
      await sendEmail(tx, ports, {
        kind: 'feedback',
        dedupeKey: `feedback/${id}/${recipient}`,
        to: recipient,
        data: { feedbackId: id },
      })
  })
  return { received: true as const }
}

export async function listFeedback(
  { db }: Ports,
  { state, page }: { state: FeedbackRow['state']; page: number },
) {
  const { rows, total } = await selectFeedback(db, state, limitOffset(page))
  return { messages: rows.map(present), total, page }
}

/** Archives or reopens a message. */
export async function setFeedbackState(
  ports: Ports,
  viewer: Viewer,
  { id, state }: { id: number; state: FeedbackRow['state'] },
) {
  return ports.db.transaction(async (tx) => {
    const before = await findRow(tx, feedback, { id })
    const closedAt = state === 'closed' ? ports.clock.now() : null
    const row = await updateRow(tx, feedback, { id }, { state, closedAt })
    if (!before || !row) throw new AppError('not_found', 'We couldn’t find that message.')
    await recordAuditEntry(tx, ports, viewer, {
      action: 'setFeedbackState',
      target: `feedback/${id}`,
      before: { state: before.state },
      after: { state },
    })
    return present(row)
  })
}

function present(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    type: FeedbackType.safeParse(row.type).data ?? 'general',
    subject: row.subject,
    message: row.message,
    email: row.email,
    priority: row.priority,
    isPro: row.isPro,
    userId: row.userId === null ? null : Number(row.userId),
    state: row.state,
    createdAt: row.createdAt.toISOString(),
  }
}
