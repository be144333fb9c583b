import * as z from 'zod/mini'
import { processRoles, UnavailableService } from './instance.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

/** Kinds of work that waits for a moment between two steps of a sale. */
export const waitingKinds = ['payments', 'deliveries', 'webhooks', 'emails', 'jobs'] as const

const RunningProcess = z.object({
  id: z.string(),
  hostname: z.string(),
  pid: z.int(),
  role: z.enum(processRoles),
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: Timestamp,
  seenAt: Timestamp,
  /** False for a process that ended without a stop, or hangs. */
  isResponding: z.boolean(),
  memoryBytes: z.int(),
  /** The 99th percentile of the event loop's delay in the last seconds, in milliseconds. */
  eventLoopDelayMs: z.int(),
})
export type RunningProcess = z.infer<typeof RunningProcess>

const Waiting = z.object({
  kind: z.enum(waitingKinds),
  count: z.int(),
  oldestSeconds: z.int(),
  /** The oldest has waited longer than promised. */
  isLate: z.boolean(),
})
export type Waiting = z.infer<typeof Waiting>

/** Sums of an hour, and its highest readings. */
const HealthHour = z.object({
  startsAt: Timestamp,
  requests: z.int(),
  errors: z.int(),
  slowRequests: z.int(),
  maxWaiting: z.int(),
  maxWaitSeconds: z.int(),
})
export type HealthHour = z.infer<typeof HealthHour>

const Backup = z.object({
  /** The time of the data in the last complete backup; null when there is none. */
  lastAt: z.nullable(Timestamp),
  ageSeconds: z.nullable(z.int()),
  archiveBytes: z.nullable(z.int()),
  /** A path, or `s3://bucket/key`. */
  destination: z.nullable(z.string()),
  isEncrypted: z.boolean(),
  /** Files that are not in it, as a sentence; empty when nothing is missing. */
  missing: z.string(),
  isRunning: z.boolean(),
  isOverdue: z.boolean(),
  /** The newest attempt, when it failed. */
  failure: z.nullable(z.object({ at: Timestamp, message: z.string() })),
  /** BACKUP_TO, BACKUP_SCHEDULE, BACKUP_KEEP and whether BACKUP_KEY is set, of the worker, which makes the backups. */
  settings: z.object({
    /** The worker; null when none has reported, and the settings are those of the process that answers. */
    worker: z.nullable(z.object({ hostname: z.string(), pid: z.int() })),
    to: z.nullable(z.string()),
    /** Times of the day in UTC, `HH:MM`. */
    schedule: z.array(z.string()),
    nextAt: z.nullable(Timestamp),
    keep: z.int(),
    isEncrypted: z.boolean(),
  }),
})
export type Backup = z.infer<typeof Backup>

/** The copy of REPLICATE_TO. */
const ReplicaState = z.object({
  /** A path, or `s3://bucket/prefix`. */
  place: z.string(),
  /** How long the oldest change that is not there has been made, in seconds. */
  lagSeconds: z.number(),
  /** REPLICATE_WAIT, and whether sales wait for the copy now. */
  shouldWait: z.boolean(),
  isWaiting: z.boolean(),
  /** When the newest complete copy of the database was made; null while there is none. */
  baseAt: z.nullable(Timestamp),
  /** Stored files that are not there yet. */
  filesPending: z.int(),
  /** Why something is not there, as a sentence; null when nothing failed. */
  problem: z.nullable(z.string()),
  /** It began a moment ago, so that it may lack everything. */
  isStarting: z.boolean(),
})
export type ReplicaState = z.infer<typeof ReplicaState>

const AdminHealth = z.object({
  /** `failing`: buyers or creators are affected. `attention`: somebody should look. */
  status: z.enum(['ok', 'attention', 'failing']),
  version: z.string(),
  processes: z.array(RunningProcess),
  waiting: z.array(Waiting),
  /** Seconds since the last run of the periodic tasks. */
  sweepAgeSeconds: z.int(),
  failing: z.object({
    /** Processes run, but none of them sends emails and runs the periodic tasks. */
    hasNoWorker: z.boolean(),
    unavailable: z.array(UnavailableService),
    alerts: z.array(z.object({ kind: z.string(), count: z.int() })),
    failedJobs: z.int(),
    overdueEmails: z.int(),
    unbalancedPostings: z.int(),
  }),
  storage: z.object({
    databaseBytes: z.int(),
    storedBytes: z.int(),
    /** What uploads may still use, and the size of the disk. Null for a store that doesn't know its size. */
    disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
  }),
  database: z.object({ version: z.string(), connections: z.int(), maxConnections: z.int() }),
  backup: Backup,
  /** Null without REPLICATE_TO. Of the process that answers: a bundled database has one. */
  replica: z.nullable(ReplicaState),
  /** The last 24 hours, oldest first. */
  hours: z.array(HealthHour),
})
export type AdminHealth = z.infer<typeof AdminHealth>

export const getAdminHealth = defineRoute({
  method: 'GET',
  path: '/api/admin/health',
  auth: 'admin',
  summary: 'Returns what runs, waits and fails, and the last day in hours.',
  response: AdminHealth,
})
