import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { messageWithoutValues } from '../../db/logged-error.ts'
import { makeBase, readBases, until } from './base-backup.ts'
import { claimPlace, laterReplica } from './place-identity.ts'
import { parseLsn } from './protocol.ts'
import { createFileCopier, eachInTurn } from './replica-files.ts'
import type { Replica } from './replica-object.ts'
import { removeOld } from './retention.ts'
import { dropSlot, ensureSlot } from './slot.ts'
import { createWaitSwitch, maxWaitMs, stopWaiting } from './wait-switch.ts'
import { listWal } from './wal-list.ts'
import { contiguousRanges, segmentStart } from './wal-ranges.ts'
import { openWalStream, slotName } from './wal-stream.ts'
import { createWalWriter } from './wal-writer.ts'

export type ReplicatorOptions = {
  connection: pg.ClientConfig
  dataDir: string
  /** Whether the files of the data folder are copied too. */
  copiesFiles: boolean
  /** Whether commits of money wait for the place. */
  waits: boolean
  keepDays: number
  /** How long the log is collected before it is stored, in milliseconds. */
  intervalMs: number
  /** How old the newest copy of the database's folder becomes, in milliseconds. */
  baseIntervalMs: number
}

/** What the place has, and what it lacks. Times are ISO 8601. */
export type ReplicatorState = {
  /** How long the oldest change that is not in the place has been there. */
  lagMs: number
  /** Whether commits of money wait for the place now. */
  isWaiting: boolean
  /** When the newest complete copy of the database's folder was made. */
  baseAt: string | null
  filesPending: number
  /** Why something could not be copied; the last attempt. */
  problem: string | null
}

export type Replicator = {
  state(): ReplicatorState
  /** A file was stored. */
  copyFile(key: string): void
  /** Stores what has arrived, and lets no commit wait any more. */
  stop(): Promise<void>
}

const sampleMs = 1_000
const maxWaitingIntervalMs = 1_000
const reconnectMs = 500
/** A stream that is not read for longer ends: the database can end none itself, and its checkpoints would wait for it. */
const maxPauseMs = 10_000
const maintainMs = 1_000
const sweepMs = 3_600_000
const retryMs = 60_000
const dayMs = 86_400_000
const stopMs = 1_500

/** Copies a running instance to a place until it is stopped. It never throws: what fails is in its state and tried again. */
export function startReplicator(replica: Replica, options: ReplicatorOptions): Replicator {
  const { connection, dataDir } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const files = createFileCopier(replica, options)
  const pendingFiles = new Set<string>()
  const problems = new Map<string, string>()
  /** Positions that the database had reached, and when, as long as they are not stored. */
  let samples: Array<{ at: number; position: number }> = []
  let storedTo = -1
  let isStreaming = false
  let isWaiting = false
  let baseAt: Date | undefined
  let timeline: number | undefined
  let stopSession = async () => {}
  /** Aborted when a part of the log is lost: a copy that is being made needs it. */
  let gap = new AbortController()

  let endedAt = Date.now()
  const lagMs = () => Date.now() - Math.min(samples[0]?.at ?? Date.now(), isStreaming ? Date.now() : endedAt)
  const report = (part: string) => (error: unknown) => {
    if (!signal.aborted) problems.set(part, messageWithoutValues(error))
  }
  const markStored = (position: number) => {
    storedTo = position
    samples = samples.filter((sample) => sample.position > position)
  }

  /** Streams the log until the connection ends. */
  async function replicate(): Promise<void> {
    const client = await connect(connection)
    try {
      await setUp(client)
      timeline = await currentTimeline(client)
      const beginning = await findBeginning(replica, client, timeline)
      if (beginning.storedTo > (await currentPosition(client))) throw new Error(laterReplica(replica.place))
      markStored(beginning.storedTo)
      let pause: NodeJS.Timeout | undefined
      const writer = createWalWriter({
        ...beginning,
        replica,
        timeline,
        // What is not stored for longer would turn waiting off.
        intervalMs: options.waits ? Math.min(options.intervalMs, maxWaitingIntervalMs) : options.intervalMs,
        hasWaiters: () => (isWaiting ? hasWaiters(client) : Promise.resolve(false)),
        onStored(position) {
          // A writer whose stream has ended may still store.
          markStored(Math.max(storedTo, position))
          problems.delete('log')
          stream.acknowledge(position)
          if (writer.isFull()) return
          clearTimeout(pause)
          stream.resume()
        },
        onError: report('log'),
      })
      const stream = await openWalStream({
        connection,
        timeline,
        from: writer.from,
        onWal(start, bytes) {
          writer.add(start, bytes)
          if (!writer.isFull()) return
          stream.pause()
          clearTimeout(pause)
          pause = setTimeout(() => void stream.close(), maxPauseMs).unref()
        },
      })
      stream.acknowledge(beginning.storedTo)
      stopSession = async () => {
        await writer.stop(stopMs)
        await stream.close()
      }
      isStreaming = true
      await watch(client, stream.ended).finally(async () => {
        isStreaming = false
        endedAt = Date.now()
        clearTimeout(pause)
        await Promise.all([writer.stop(0), stream.close()])
      })
      problems.set('stream', messageWithoutValues(await stream.ended))
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** While no stream keeps the switch, a commit that waits is released after the same time. */
  async function releaseLate(): Promise<void> {
    const isLate = () => !isStreaming && Date.now() - endedAt > maxWaitMs
    while (!signal.aborted) {
      if (isLate()) {
        isWaiting = false
        await withClient(connection, stopWaiting).catch(() => undefined)
      }
      await sleep(sampleMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async function setUp(client: pg.Client): Promise<void> {
    const systemIdentifier = await systemIdentifierOf(client)
    if ((await claimPlace(replica.place, { dataDir, systemIdentifier })) === 'new') await dropSlot(client)
    if (!(await ensureSlot(client))) return
    // Without the log in between, only a new copy of the folder makes what follows restorable.
    baseAt = undefined
    gap.abort(new Error('The log was longer than is kept while the place was away. A new copy is made.'))
    gap = new AbortController()
  }

  /** Samples how far the place is behind, until the stream ends. */
  async function watch(client: pg.Client, ended: Promise<Error>): Promise<void> {
    const waiting = await createWaitSwitch(client, { isWanted: options.waits })
    let hasEnded = false
    ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      const position = await currentPosition(client)
      if (position > storedTo) samples.push({ at: Date.now(), position })
      if (!signal.aborted) await waiting.update({ isStreaming: !hasEnded, lagMs: lagMs() })
      isWaiting = waiting.isOn()
      problems.delete('stream')
      await Promise.race([ended, sleep(sampleMs, undefined, { ref: false })])
    }
  }

  /** Makes copies of the database's folder when they are due, copies files that were missed, and removes what is old. */
  async function maintain(): Promise<void> {
    const due = { base: 0, sweep: 0, files: 0 }
    /** Does work that is due, and says when it is due again. */
    const whenDue = async (part: keyof typeof due, intervalMs: number, work: () => Promise<void>) => {
      if (Date.now() < due[part]) return
      const isDone = await attempt(part, work)
      due[part] = Date.now() + (isDone ? intervalMs : retryMs)
    }
    while (!signal.aborted) {
      if (isStreaming && timeline !== undefined) {
        const on = timeline
        const keptSince = new Date(Date.now() - options.keepDays * dayMs)
        await whenDue('base', maintainMs, () => makeDueBase(on, keptSince))
        await whenDue('sweep', sweepMs, async () => {
          await replica.place.removeUnfinished(new Date(Date.now() - dayMs))
          await files.sweep(keptSince, signal)
        })
        if (pendingFiles.size > 0) await whenDue('files', maintainMs, copyPending)
      }
      await sleep(maintainMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async function attempt(part: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      problems.delete(part)
      return true
    } catch (error) {
      report(part)(error)
      return false
    }
  }

  async function makeDueBase(onTimeline: number, keptSince: Date): Promise<void> {
    baseAt ??= await findWholeBase(replica, onTimeline, storedTo)
    if (baseAt && Date.now() - baseAt.getTime() < options.baseIntervalMs) return
    const unbroken = AbortSignal.any([signal, gap.signal])
    const base = await makeBase({
      connection,
      replica,
      timeline: onTimeline,
      cluster: join(dataDir, 'postgres'),
      untilStored: (position) => until(() => storedTo >= position, unbroken),
      signal: unbroken,
    })
    baseAt = new Date(base.startedAt)
    await removeOld(replica, keptSince)
  }

  let copying: Promise<void> = Promise.resolve()
  /** Copies what was stored since, one file after the other. */
  function copyPending(): Promise<void> {
    const copy = () =>
      eachInTurn(pendingFiles, async (key) => {
        await files.copy(key)
        pendingFiles.delete(key)
      })
    const done = copying.then(copy)
    copying = done.catch(() => undefined)
    return done
  }

  const running = Promise.all([
    (async () => {
      while (!signal.aborted) {
        await replicate().catch(report('stream'))
        await sleep(reconnectMs, undefined, { ref: false, signal }).catch(() => undefined)
      }
    })(),
    maintain(),
    releaseLate(),
  ])

  return {
    state: () => ({
      lagMs: lagMs(),
      isWaiting: isWaiting && isStreaming,
      baseAt: baseAt?.toISOString() ?? null,
      filesPending: pendingFiles.size,
      problem: [...problems.values()][0] ?? null,
    }),
    copyFile(key) {
      pendingFiles.add(key)
      void attempt('files', copyPending)
    },
    async stop() {
      stopping.abort()
      await withClient(connection, stopWaiting).catch(() => undefined)
      await stopSession()
      await Promise.race([running, sleep(stopMs, undefined, { ref: false })])
    },
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(connection)
  return work(client).finally(() => client.end())
}

/** Where to go on: after what the place has without a gap since the slot's position. */
async function findBeginning(replica: Replica, client: pg.Client, timeline: number) {
  const { rows } = await client.query<{ lsn: string }>(
    'select restart_lsn::text as lsn from pg_replication_slots where slot_name = $1',
    [slotName],
  )
  const kept = segmentStart(parseLsn(rows[0]?.lsn ?? ''))
  const ranges = contiguousRanges(await listWal(replica, timeline, kept), kept)
  const storedTo = ranges.at(-1)?.end ?? kept
  const parts = ranges.filter(({ start }) => start >= segmentStart(storedTo))
  return { storedTo, parts }
}

/** The newest copy from which the place has the log without a gap. */
async function findWholeBase(
  replica: Replica,
  timeline: number,
  storedTo: number,
): Promise<Date | undefined> {
  const base = (await readBases(replica)).findLast((one) => one.timeline === timeline)
  if (!base) return undefined
  const first = segmentStart(base.start)
  const end = contiguousRanges(await listWal(replica, timeline, first), first).at(-1)?.end ?? 0
  return end >= storedTo ? new Date(base.startedAt) : undefined
}

async function systemIdentifierOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return rows[0]?.id ?? ''
}

async function currentTimeline(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ timeline: number }>(
    'select timeline_id as timeline from pg_control_checkpoint()',
  )
  return rows[0]?.timeline ?? 1
}

async function currentPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  return parseLsn(rows[0]?.lsn ?? '')
}

async function hasWaiters(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>({
    name: 'waiters',
    text: `select exists (select from pg_stat_activity where wait_event = 'SyncRep') as waits`,
  })
  return rows[0]?.waits ?? false
}
