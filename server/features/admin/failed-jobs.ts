import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FailedWork } from '../../../contract/admin-overview.ts'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { cut } from '../../../domain/truncate.ts'
import type { Db } from '../../db/database.ts'
import { outboxEmails, purchases } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { findEmail } from '../mail/outbox.ts'

const maxListed = limits.maxListed.failedWork
/** The delay after which an unsent email is listed as overdue. */
const overdueAfterMs = 5 * 60_000

/** Unsent emails created before this time are overdue. */
export function overdueBefore(now: Date): Date {
  return new Date(now.getTime() - overdueAfterMs)
}

/** The number of failed jobs, and of unsent emails created before `overdueSince`. */
export async function countFailedWork(db: Db, overdueSince: Date) {
  const { rows } = await db.execute<{ failed: number }>(
    sql`select count(*)::int as failed from pgboss.job where state = 'failed'`,
  )
  return {
    failedJobs: rows[0]?.failed ?? 0,
    overdueEmails: await db.$count(
      outboxEmails,
      and(isNull(outboxEmails.sentAt), lt(outboxEmails.createdAt, overdueSince)),
    ),
  }
}

type JobRow = { id: string; name: string; attempts: number; createdAt: Date; output: unknown }

/** Failed jobs and overdue emails. */
export async function listFailedWork({ db, clock }: Ports): Promise<FailedWork> {
  const { rows: jobs } = await db.execute<JobRow>(sql`
    select id, name, retry_count + 1 as attempts, created_on as "createdAt", output
    from pgboss.job where state = 'failed' order by created_on, id limit ${maxListed}`)
  const overdue = await db
    .select({ email: outboxEmails, orderNumber: purchases.orderNumber })
    .from(outboxEmails)
    .leftJoin(purchases, eq(purchases.id, sql`(${outboxEmails.data} ->> 'purchaseId')::bigint`))
    .where(and(isNull(outboxEmails.sentAt), lt(outboxEmails.createdAt, overdueBefore(clock.now()))))
    .orderBy(outboxEmails.createdAt)
    .limit(maxListed)
  return {
    jobs: jobs.map(({ output, ...job }) => ({
      ...job,
      createdAt: new Date(job.createdAt).toISOString(),
      lastError: errorMessageOf(output),
    })),
    emails: overdue.map(({ email, orderNumber }) => ({
      id: email.id,
      kind: email.kind,
      recipient: email.recipient,
      createdAt: email.createdAt.toISOString(),
      purchaseId: orderNumber,
    })),
  }
}

/** Retries a failed job. */
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

/** Sends an email now, whatever the state of its job. */
export async function retryEmail(ports: Ports, viewer: Viewer, id: number) {
  const email = await findEmail(ports.db, id)
  if (!email || email.sentAt) throw new AppError('not_found', 'That email isn’t among the unsent emails.')
  await ports.db.transaction(async (tx) => {
    await ports.queue.enqueue(tx, { name: 'send-email', data: { mailId: String(id) } })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'retryEmail',
      target: `email/${id}`,
      before: { kind: email.kind, recipient: email.recipient },
    })
  })
  return { done: true as const }
}

/** The error of the job's last attempt, in one line. */
function errorMessageOf(output: unknown): string {
  const message =
    typeof output === 'object' && output !== null && 'message' in output ? output.message : output
  const line = typeof message === 'string' ? message.split('\n')[0] : undefined
  return cut(line || 'No error message.', 300)
}
