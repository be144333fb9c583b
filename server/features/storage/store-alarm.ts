import { StorageFullError, StoreUnavailableError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { unavailableAlertKinds } from '../alerts/unavailable-services.ts'

export const storeAlerts = {
  unavailable: unavailableAlertKinds.store,
  /** Uploads are refused; `low` is raised before. */
  full: 'storage-full',
  low: 'storage-low',
} as const
type StoreAlert = keyof typeof storeAlerts

const target = 'store'
/** The interval in which the same failure is reported once. */
const debounceMs = 10_000

export type StoreAlarm = {
  /** Alerts the operator when the error means that the store is unavailable or full; ignores others. Never throws. */
  report(error: unknown): void
}

/** Raises the store's alerts from wherever it fails, each at most once in ten seconds. */
export function storeAlarm(ports: Ports): StoreAlarm {
  const reportedAt = new Map<StoreAlert, number>()

  return {
    report(error) {
      const kind = alertOf(error)
      const now = Date.now()
      if (!kind || now - (reportedAt.get(kind) ?? 0) < debounceMs) return
      reportedAt.set(kind, now)
      ports.log.error({ err: error }, 'file store failed')
      raiseStoreAlert(ports, kind, alertMessageFor(kind, error)).catch((alertError: unknown) => {
        reportedAt.delete(kind)
        ports.log.error({ err: alertError }, 'file store alert could not be stored')
      })
    },
  }
}

export function raiseStoreAlert(ports: Ports, kind: StoreAlert, message: string): Promise<void> {
  return ports.db.transaction((tx) => raiseAlert(tx, ports, { kind: storeAlerts[kind], target, message }))
}

export function resolveStoreAlert(ports: Ports, kind: StoreAlert): Promise<void> {
  return ports.db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [storeAlerts[kind]], target }))
}

function alertOf(error: unknown): 'unavailable' | 'full' | undefined {
  if (error instanceof StoreUnavailableError) return 'unavailable'
  return error instanceof StorageFullError ? 'full' : undefined
}

export function alertMessageFor(kind: 'unavailable' | 'full', error?: unknown): string {
  if (kind === 'full')
    return 'The file store is out of space, so uploads are refused. Add space or remove files.'
  const reason = error instanceof Error ? error.message : String(error)
  return `The file store isn’t responding, so uploads and downloads are waiting for it. ${reason}.`
}
