import type { z } from 'zod'
import type { Alert, listFailedRefunds } from '../../../contract/admin-desk.ts'
import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/call.ts'
import { pageRows, partOf } from '../../http/paging.ts'
import type { Ports } from '../../ports/index.ts'
import { recordAct } from '../audit/service.ts'
import {
  type AlertRow,
  alertsIn,
  closeAlert,
  disputesListed,
  failedRefunds,
  lockAlert,
  waitingCounts,
} from './desk-repository.ts'
import { lateSince, waitingFaults } from './faults.ts'

/** How much waits for a person, by kind. */
export async function showDesk(ports: Ports) {
  const counts = await waitingCounts(ports.db)
  const faults = await waitingFaults(ports.db, lateSince(ports.clock.now()))
  return { ...counts, ...faults }
}

export async function listAlertsIn(
  { db }: Ports,
  { state, page }: { state: 'open' | 'resolved'; page: number },
) {
  const { rows, total } = await alertsIn(db, state, partOf(page))
  return { alerts: rows.map(presentAlert), total, page }
}

/** A person has looked at it. Resolving what is resolved changes nothing. */
export async function settleAlert(ports: Ports, viewer: Viewer, { id, note }: { id: number; note: string }) {
  return ports.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, id)
    if (!alert) throw new AppError('not_found', 'There is no such alert.')
    if (alert.resolvedAt) return presentAlert(alert)
    const resolved = await closeAlert(tx, id, ports.clock.now())
    await recordAct(tx, ports, viewer, {
      act: 'resolveAlert',
      subject: `alert/${id}`,
      before: { kind: alert.kind, about: alert.subject, detail: alert.detail },
      after: { note },
    })
    return presentAlert(resolved)
  })
}

export async function listDisputesIn({ db }: Ports, { page }: { page: number }) {
  const { rows, total } = await disputesListed(db, partOf(page))
  const disputes = rows.map(({ dispute, title, email, currency }) => ({
    id: dispute.id,
    purchaseId: dispute.purchaseId,
    title,
    email,
    state: dispute.state,
    reason: dispute.reason,
    amount: decimal(dispute.amount, currency),
    currency,
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
  }))
  return { disputes, total, page }
}

export async function listRefundsThatFailed({ db }: Ports): Promise<z.input<typeof listFailedRefunds.reply>> {
  const rows = await failedRefunds(db, pageRows)
  return {
    refunds: rows.map((row) => ({
      ...row,
      amount: decimal(row.amount, row.currency),
      createdAt: row.createdAt.toISOString(),
    })),
  }
}

function presentAlert(row: AlertRow): Alert {
  const about = /purchase[ /](\d+)/.exec(`${row.subject} ${row.detail}`)?.[1]
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    purchaseId: about ? Number(about) : null,
  }
}
