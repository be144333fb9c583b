import { setTimeout as sleep } from 'node:timers/promises'
import type { Ports } from '../../../ports/index.ts'
import { maxConcurrentEmails } from '../../../ports/mailer.ts'
import { deliver, type OnFailed, type Send } from './deliver.ts'
import { endpointLanes } from './events.ts'
import { type Channel, claimDue, claimForEndpoints, type DeliveryRow } from './repository.ts'

type Channels = Record<Channel, Send>
type Sender = { channels: Channels; onFailed: OnFailed }

const intervalMs = 250
/** Creators' endpoints wait for nothing else, and nothing else for them. */
type Line = Channel | 'endpoint'
const lines = ['email', 'webhook', 'push', 'endpoint'] as const satisfies ReadonlyArray<Line>
/** The deliveries that a process sends at once. */
const connections: Record<Line, number> = {
  email: maxConcurrentEmails,
  webhook: 4,
  push: 4,
  endpoint: 32,
}

/**
 * Sends what is due until the returned function is called, which waits for what is being sent. Any number of processes
 * may run it on one database.
 */
export function startSender(ports: Ports, { channels, onFailed }: Sender): () => Promise<void> {
  const stopping = new AbortController()
  const running = lines.map((line) => {
    const send = channels[line === 'endpoint' ? 'webhook' : line]
    return sendLine(ports, { line, send, onFailed }, stopping.signal)
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

type LineSender = { line: Line; send: Send; onFailed: OnFailed }

/** Looks every 250 ms, and at once again while it finds something or a connection becomes free. */
async function sendLine(ports: Ports, { line, ...how }: LineSender, signal: AbortSignal) {
  const max = connections[line]
  const inWork = new Map<DeliveryRow, Promise<unknown>>()
  while (!signal.aborted) {
    const found = await claimForFree(ports, line, max, [...inWork.keys()])
    for (const row of found)
      inWork.set(
        row,
        deliver(ports, row, how).finally(() => inWork.delete(row)),
      )
    if (inWork.size < max && found.length > 0) continue
    const pause = inWork.size < max ? [sleep(intervalMs, undefined, { signal })] : []
    await Promise.race([...pause, ...inWork.values()]).catch(() => undefined)
  }
  await Promise.all(inWork.values())
}

/** Claims deliveries for the free connections. Those of the last lane get at most half of all connections. */
async function claimForFree(
  { db, clock, log }: Ports,
  line: Line,
  max: number,
  inWork: Array<DeliveryRow>,
): Promise<Array<DeliveryRow>> {
  try {
    const now = clock.now()
    const free = max - inWork.length
    const claim = (lanes: 'usual' | 'many', limit: number) =>
      line === 'endpoint'
        ? claimForEndpoints(db, endpointLanes[lanes === 'usual' ? 'usual' : 'failing'], {
            now,
            limit,
            inWork,
          })
        : claimDue(db, lanes, { channel: line, now, limit })
    const usual = await claim('usual', free)
    const freeForMany = max / 2 - inWork.filter(({ lane }) => isLast(lane)).length
    const limit = Math.min(free - usual.length, freeForMany)
    return limit > 0 ? [...usual, ...(await claim('many', limit))] : usual
  } catch (error) {
    log.error({ err: error, line }, 'sender could not look for deliveries, will retry')
    return []
  }
}

function isLast(lane: number): boolean {
  return lane === 2 || lane === endpointLanes.failing
}
