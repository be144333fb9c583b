import type { z } from 'zod'
import type * as contract from '../../../contract/admin-overview.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { toOrderNumber } from '../../../contract/order-number.ts'
import { AppError } from '../../../domain/errors.ts'
import { limitOffset, pageSize } from '../../http/pagination.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { enqueueAlertWebhook } from '../alerts/service.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { countFailedWork, overdueBefore } from './failed-jobs.ts'
import {
  type AlertRow,
  countPendingWork,
  lockAlert,
  selectAlerts,
  selectDisputes,
  selectFailedRefunds,
  updateAlertResolved,
} from './overview-repository.ts'

/** The number of items that need attention, by kind. */
export async function getOverview(ports: Ports) {
  const counts = await countPendingWork(ports.db)
  const failedWork = await countFailedWork(ports.db, overdueBefore(ports.clock.now()))
  return { ...counts, ...failedWork }
}

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
    const resolved = await updateAlertResolved(tx, id, resolvedAt)
    await enqueueAlertWebhook(tx, ports, {
      alertId: String(id),
      event: 'alert.resolved',
      at: resolvedAt.toISOString(),
    })
    await recordAuditEntry(tx, ports, viewer, {
      action: 'resolveAlert',
      target: `alert/${id}`,
      before: { kind: alert.kind, about: alert.target, detail: alert.message },
      after: { note },
    })
    return presentAlert(resolved)
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
  const purchaseReference = /purchase[ /](\d+)/.exec(`${row.target} ${row.message}`)?.[1]
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    detail: row.message,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    purchaseId: purchaseReference ? toOrderNumber(purchaseReference) : null,
  }
}
