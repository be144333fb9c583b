import { createHash, randomBytes } from 'node:crypto'
import { type Day, utcDay } from '../../../../domain/dates.ts'
import { attributeSource, isHumanUserAgent } from '../../../../domain/view-attribution.ts'
import { ipPrefix } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  deleteVisitorsBefore,
  findOrCreateSalt,
  incrementViewCounts,
  insertUniqueVisitors,
  type VisitorView,
} from './views-repository.ts'

const flushDelayMs = 2_000
const batchSize = 1_000
/** The maximum number of buffered views while the database is unavailable; more are dropped. */
const maxBufferedViews = 50_000
/** The maximum views counted for one network per hour. Many people of a school or company may share one. */
const maxViewsPerNetworkPerHour = 1_000
/** The maximum networks that are counted; the oldest one is forgotten for a new one. */
const maxCountedNetworks = 50_000

type ViewEvent = {
  contentId: number
  address: string
  agent: string | undefined
  utmParameters: string
  referrer: string
  viewerId: string | undefined
}

export type ViewCounter = {
  record(view: ViewEvent): void
  flush(): Promise<void>
  stop(): Promise<void>
}

type BufferedView = ViewEvent & { day: Day }

const countersByPorts = new WeakMap<Ports, ViewCounter>()

export function viewCounterOf(ports: Ports): ViewCounter {
  const counter = countersByPorts.get(ports) ?? createViewBuffer(ports)
  countersByPorts.set(ports, counter)
  return counter
}

/** One buffer per process; the database makes sure that a visitor counts once a day. */
export function createViewBuffer(ports: Ports): ViewCounter {
  const { config, clock, log } = ports
  const ownHost = new URL(config.publicUrl).host
  let buffer: Array<BufferedView> = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingWrite: Promise<void> = Promise.resolve()
  const salts = new Map<Day, string>()
  const isRateLimited = hourlyLimiter(() => clock.now().getTime())

  async function getSalt(day: Day): Promise<string> {
    const salt =
      salts.get(day) ?? (await findOrCreateSalt(ports.db, day, randomBytes(32).toString('base64url')))
    if (!salts.has(day)) salts.clear()
    salts.set(day, salt)
    return salt
  }

  async function toVisitorView({
    day,
    address,
    agent,
    contentId,
    utmParameters,
    referrer,
    viewerId,
  }: BufferedView): Promise<VisitorView> {
    const visitor = createHash('sha256')
      .update([await getSalt(day), ipPrefix(address), agent].join('\n'))
      .digest('base64url')
    return {
      day,
      contentId,
      visitor,
      viewerId,
      source: attributeSource({ utmParameters, referrer, ownHost }),
    }
  }

  async function write(): Promise<void> {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, batchSize)
      const visitorViews: Array<VisitorView> = []
      for (const view of batch) visitorViews.push(await toVisitorView(view))
      await ports.db.transaction(async (tx) =>
        incrementViewCounts(tx, await insertUniqueVisitors(tx, visitorViews)),
      )
      buffer = buffer.slice(batch.length)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    pendingWrite = pendingWrite.then(write).catch((error: unknown) => {
      log.error({ err: error, waiting: buffer.length }, 'views could not be written, will retry')
    })
    return pendingWrite
  }

  return {
    record(view) {
      if (
        !isHumanUserAgent(view.agent) ||
        buffer.length >= maxBufferedViews ||
        isRateLimited(ipPrefix(view.address))
      )
        return
      buffer.push({ ...view, day: utcDay(clock.now()) })
      timer ??= setTimeout(flush, flushDelayMs)
    },
    flush,
    stop: flush,
  }
}

/** Returns a function that counts a view and says whether its network exceeds the hourly maximum. */
export function hourlyLimiter(now: () => number): (network: string) => boolean {
  let hour = 0
  const counts = new Map<string, number>()
  return (network) => {
    const current = Math.floor(now() / 3_600_000)
    if (current !== hour) counts.clear()
    hour = current
    const count = (counts.get(network) ?? 0) + 1
    const [oldest] = counts.size < maxCountedNetworks ? [] : counts.keys()
    if (count === 1 && oldest !== undefined) counts.delete(oldest)
    counts.set(network, count)
    return count > maxViewsPerNetworkPerHour
  }
}

/**
 * Deletes hashes and salts of past days, so that no visitor can be recognized. The ten minutes are for buffered views
 * from before midnight.
 */
export async function deleteExpiredVisitors({ db, clock }: Ports): Promise<void> {
  const tenMinutesAgo = new Date(clock.now().getTime() - 10 * 60_000)
  await deleteVisitorsBefore(db, utcDay(tenMinutesAgo))
}
