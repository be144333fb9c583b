import { StorageFullError, StoreUnavailableError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { awayAlertKinds } from '../alerts/away.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'

export const storeAlerts = {
  away: awayAlertKinds.store,
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
  note(error: unknown): void
}

/** Raises the store's alerts from wherever it fails, each at most once in ten seconds. */
export function storeAlarm(ports: Ports): StoreAlarm {
  const told = new Map<StoreAlert, number>()

  return {
    note(error) {
      const kind = alertOf(error)
      const now = Date.now()
      if (!kind || now - (told.get(kind) ?? 0) < debounceMs) return
      told.set(kind, now)
      ports.log.error({ err: error }, 'file store failed')
      raiseStoreAlert(ports, kind, detailOf(kind, error)).catch((fault: unknown) => {
        told.delete(kind)
        ports.log.error({ err: fault }, 'file store alert could not be stored')
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

function alertOf(error: unknown): 'away' | 'full' | undefined {
  if (error instanceof StoreUnavailableError) return 'away'
  return error instanceof StorageFullError ? 'full' : undefined
}

export function detailOf(kind: 'away' | 'full', error?: unknown): string {
  if (kind === 'full')
    return 'The file store is out of space: uploads are refused. Add space or remove files.'
  const reason = error instanceof Error ? error.message : String(error)
  return `The file store does not answer: downloads and uploads wait for it. ${reason}.`
}
