import type { Db } from '../db/database.ts'
import type { DatabaseHealth } from '../db/health.ts'
import type { Api } from '../http/api.ts'
import type { HttpServer } from '../http/create-server.ts'
import type { ExportTable } from '../http/export-table.ts'
import type { Ports } from '../ports/index.ts'
import type { JobData, JobName } from '../ports/queue.ts'
import type { InboxSources } from './inbox.ts'
import type { EmailRenderers } from './telling/deliveries/deliveries.ts'

/** Data that is deleted a fixed time after an event. */
export type RetentionRule = {
  /** A table, or a folder of `DATA_DIR` or the file store. */
  store: string
  /** The data, in words. */
  data: string
  keepDays: number
  /** The event from which the days count. */
  since: string
  /** Deletes at most `limit` rows or files whose event was before a time. Returns how many. */
  deleteBatch: (ports: Ports, before: Date, limit: number, stored: StoredData) => Promise<number>
}

/** How long data is kept: by a rule, or in words when the feature deletes it itself or keeps it. */
export type Retention = RetentionRule | { stores: ReadonlyArray<string>; data: string; kept: string }

/** Data that is never deleted. */
export function keptAlways(stores: ReadonlyArray<string>, data: string): Retention {
  return { stores, data, kept: 'always' }
}

/** How long, in words. */
export function retentionText(entry: Retention): string {
  if ('kept' in entry) return entry.kept
  return `${entry.keepDays} ${entry.keepDays === 1 ? 'day' : 'days'} after ${entry.since}`
}

/** What all features say about the data that they store. */
export type StoredData = {
  emails: Partial<EmailRenderers>
  retention: ReadonlyArray<Retention>
  exportedTables: (db: Db, creatorId: string) => Array<ExportTable>
}

/**
 * It may run in several processes at once, so it locks what it changes. The signal is aborted when the process stops.
 * `stored` is for the feature that deletes for all others.
 */
export type Step = (ports: Ports, signal: AbortSignal | undefined, stored: StoredData) => Promise<unknown>

/** Steps that run one after the other, again and again. Lanes run beside each other. */
export type Lane = {
  steps: ReadonlyArray<Step>
  /** From the end of a round to the next one. Without it the lane is part of the sweep, every 15 seconds. */
  everyMs?: number
  /** From the start of the process to the first round. */
  firstAfterMs?: number
  /** No step decides a deadline or deletes anything. Others wait while the clocks of process and database disagree. */
  withAnyClock?: true
}

export type JobHandlers = { [N in JobName]: (ports: Ports, data: JobData[N]) => Promise<unknown> }

/** What the process gives to routes beside the ports. */
export type Runtime = StoredData & {
  inbox: InboxSources
  version: string
  health: Pick<DatabaseHealth, 'isUnavailable'>
  readiness: { isDraining: boolean }
}

/** A feature of the server. Every part is optional; what is not here is wired nowhere else. */
export type Feature = {
  /** Its folder below server/features. */
  name: `${string}/${string}`
  /** Registers handlers. What it returns runs when the app closes. */
  routes?: (api: Api, ports: Ports, runtime: Runtime) => (() => Promise<void>) | void
  /** The handler of each of its kinds of job. A job may run twice. */
  jobs?: Partial<JobHandlers>
  periodic?: ReadonlyArray<Lane>
  /** What of it waits for a decision of the admin, by kind. */
  inbox?: Partial<InboxSources>
  /** The renderer of each of its kinds of email. */
  emails?: Partial<EmailRenderers>
  /** Every table of the feature. */
  retention?: ReadonlyArray<Retention>
  /** What the export of a creator's account has. */
  exportedTables?: (db: Db, creatorId: string) => Array<ExportTable>
  /**
   * What every process does for itself, also one that only serves pages. Called before the app listens, so it may add
   * hooks. What it returns ends it.
   */
  inEveryProcess?: (ports: Ports, process: { app: HttpServer; version: string }) => () => Promise<unknown>
}
