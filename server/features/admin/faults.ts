import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Faults } from '../../../contract/admin-desk.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import { mails } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAct } from '../audit/service.ts'
import { mailById } from '../mail/outbox.ts'

const mostListed = 50
/** Milliseconds a mail may wait before it is told of. */
const patience = 5 * 60_000

/** The moment before which a mail that still waits is late. */
export function lateSince(now: Date): Date {
  return new Date(now.getTime() - patience)
}

export async function waitingFaults(db: Db, since: Date) {
  const { rows } = await db.execute<{ failed: number }>(
    sql`select count(*)::int as failed from pgboss.job where state = 'failed'`,
  )
  return {
    failedJobs: rows[0]?.failed ?? 0,
    lateMails: await db.$count(mails, and(isNull(mails.sentAt), lt(mails.createdAt, since))),
  }
}

type JobRow = { id: string; name: string; tries: number; createdAt: Date; output: unknown }

/** Work that was given up, and mails that wait too long. */
export async function showFaults({ db, clock }: Ports): Promise<Faults> {
  const { rows: jobs } = await db.execute<JobRow>(sql`
    select id, name, retry_count + 1 as tries, created_on as "createdAt", output
    from pgboss.job where state = 'failed' order by created_on, id limit ${mostListed}`)
  const late = await db
    .select()
    .from(mails)
    .where(and(isNull(mails.sentAt), lt(mails.createdAt, lateSince(clock.now()))))
    .orderBy(mails.createdAt)
    .limit(mostListed)
  return {
    jobs: jobs.map(({ output, ...job }) => ({
      ...job,
      createdAt: new Date(job.createdAt).toISOString(),
      fault: faultIn(output),
    })),
    mails: late.map((mail) => ({
      id: mail.id,
      kind: mail.kind,
      recipient: mail.recipient,
      createdAt: mail.createdAt.toISOString(),
      purchaseId: mail.data.purchaseId ?? null,
    })),
  }
}

/** Does a job again that was given up. */
export async function doAgain(ports: Ports, viewer: Viewer, id: string) {
  const { rows } = await ports.db.execute<{ name: string; output: unknown }>(
    sql`select name, output from pgboss.job where id = ${id}::uuid and state = 'failed'`,
  )
  const job = rows[0]
  if (!job) throw new AppError('not_found', 'There is no such job among those that failed.')
  await ports.queue.retry(job.name, id)
  await recordAct(ports.db, ports, viewer, {
    act: 'retryJob',
    subject: `job/${id}`,
    before: { name: job.name, fault: faultIn(job.output) },
  })
  return { done: true as const }
}

/** Has a mail sent now, whatever became of the job that was to send it. */
export async function sendMailAgain(ports: Ports, viewer: Viewer, id: number) {
  const mail = await mailById(ports.db, id)
  if (!mail || mail.sentAt) throw new AppError('not_found', 'There is no such mail among those that wait.')
  await ports.db.transaction(async (tx) => {
    await ports.queue.send(tx, { name: 'deliver-mail', data: { mailId: String(id) } })
    await recordAct(tx, ports, viewer, {
      act: 'retryMail',
      subject: `mail/${id}`,
      before: { kind: mail.kind, recipient: mail.recipient },
    })
  })
  return { done: true as const }
}

/** One line of what the job's last try left behind. */
function faultIn(output: unknown): string {
  const said = typeof output === 'object' && output !== null && 'message' in output ? output.message : output
  const line = typeof said === 'string' ? said.split('\n')[0] : undefined
  return (line || 'No reason was left.').slice(0, 300)
}
