import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type * as contract from '../../../../contract/admin-overview.ts'
import type { FailedJobs } from '../../../../contract/admin-overview.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { AppError } from '../../../../domain/errors.ts'
import { cut } from '../../../../domain/truncate.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { alerts, deliveries } from '../../../db/schema/index.ts'
import { limitOffset, pageSize } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { purchaseOfAlert } from '../../telling/alerts/inbox.ts'
import { sendAlertWebhook } from '../../telling/alerts/service.ts'
import { isLate } from '../../telling/deliveries/repository.ts'
import { type AlertRow, lockAlert, selectAlerts, selectDisputes, selectFailedRefunds } from './repository.ts'

export async function listAlerts(
  { db }: Ports,
  { state, page }: { state: 'open' | 'resolved'; page: number },
) {
  const { rows, total } = await selectAlerts(db, state, limitOffset(page))
  return { alerts: rows.map(presentAlert), total, page }
}

/** Marks an alert as resolved. Idempotent. */
export async function resolveAlert(ports: Ports, viewer: Viewer, { id, note }: { id: number; note: string }) {
  return ports.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, id)
    if (!alert) throw new AppError('not_found', 'We couldn’t find that alert.')
    if (alert.resolvedAt) return presentAlert(alert)
    const resolvedAt = ports.clock.now()
    await updateRow(tx, alerts, { id }, { resolvedAt })
    await sendAlertWebhook(tx, ports, {
      alertId: id,
      kind: 'alert.resolved',
      at: resolvedAt.toISOString(),
    })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'resolveAlert',
      target: `alert/${id}`,
      before: { kind: alert.kind, about: alert.target, detail: alert.message },
      after: { note },
    })
    return presentAlert({ ...alert, resolvedAt })
  })
}

export async function listDisputes({ db }: Ports, { page }: { page: number }) {
  const { rows, total } = await selectDisputes(db, limitOffset(page))
  const disputes = rows.map(({ dispute, orderNumber, title, email, currency }) => ({
    id: dispute.id,
    purchaseId: orderNumber,
    title,
    email,
    state: dispute.state,
    reason: dispute.reason,
    amount: formatDecimal(dispute.amount, currency),
    currency,
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
  }))
  return { disputes, total, page }
}

export async function listFailedRefunds({
  db,
}: Ports): Promise<z.input<typeof contract.listFailedRefunds.response>> {
  const rows = await selectFailedRefunds(db, pageSize)
  return {
    refunds: rows.map((row) => ({
      ...row,
      amount: formatDecimal(row.amount, row.currency),
      createdAt: row.createdAt.toISOString(),
    })),
  }
}

function presentAlert(row: AlertRow): contract.Alert {
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    detail: row.message,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    purchaseId: purchaseOfAlert(row),
  }
}

export async function countFailedWork(db: Db, now: Date) {
  const { rows } = await db.execute<{ failed: number }>(
    sql`select count(*)::int as failed from pgboss.job where state = 'failed'`,
  )
  return {
    failedJobs: rows[0]?.failed ?? 0,
    overdueEmails: await db.$count(deliveries, and(eq(deliveries.channel, 'email'), isLate(now))),
  }
}

type JobRow = { id: string; name: string; attempts: number; createdAt: Date; output: unknown }

export async function listFailedJobs({ db }: Ports): Promise<FailedJobs> {
  const { rows: jobs } = await db.execute<JobRow>(sql`
    select id, name, retry_count + 1 as attempts, created_on as "createdAt", output
    from pgboss.job where state = 'failed' order by created_on, id limit ${limits.maxListed.failedJobs}`)
  return {
    jobs: jobs.map(({ output, ...job }) => ({
      ...job,
      createdAt: new Date(job.createdAt).toISOString(),
      lastError: errorMessageOf(output),
    })),
  }
}

export async function retryJob(ports: Ports, viewer: Viewer, id: string) {
  const { rows } = await ports.db.execute<{ name: string; output: unknown }>(
    sql`select name, output from pgboss.job where id = ${id}::uuid and state = 'failed'`,
  )
  const job = rows[0]
  if (!job) throw new AppError('not_found', 'That job isn’t among the failed jobs.')
  await ports.queue.retry(job.name, id)
  await recordAuditEntry(ports.db, ports, viewer, {
    action: 'retryJob',
    target: `job/${id}`,
    before: { name: job.name, lastError: errorMessageOf(job.output) },
  })
  return { done: true as const }
}

/** The error of the job's last attempt, in one line. */
export function errorMessageOf(output: unknown): string {
  const message =
    typeof output === 'object' && output !== null && 'message' in output ? output.message : output
  const line = typeof message === 'string' ? message.split('\n')[0] : undefined
  return cut(line || 'No error message.', 300)
}
