import { setTimeout as sleep } from 'node:timers/promises'
import type { Ports } from '../../../ports/index.ts'
import { maxConcurrentEmails } from '../../../ports/mailer.ts'
import { deliver, type OnFailed, type Send } from './deliver.ts'
import { type Channel, claimDue, type DeliveryRow } from './repository.ts'

type Channels = Record<Channel, Send>
type Sender = { channels: Channels; onFailed: OnFailed }

const intervalMs = 250
/** The deliveries of a channel that a process sends at once. */
const connections: Record<Channel, number> = { email: maxConcurrentEmails, webhook: 4, push: 4 }

/**
 * Sends what is due until the returned function is called, which waits for what is being sent. Any number of processes
 * may run it on one database.
 */
export function startSender(ports: Ports, { channels, onFailed }: Sender): () => Promise<void> {
  const stopping = new AbortController()
  const running = (['email', 'webhook', 'push'] as const).map((channel) =>
    sendChannel(ports, { channel, send: channels[channel], onFailed }, stopping.signal),
  )
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

type ChannelSender = { channel: Channel; send: Send; onFailed: OnFailed }

/** Looks every 250 ms, and at once again while it finds something or a connection becomes free. */
async function sendChannel(ports: Ports, { channel, ...how }: ChannelSender, signal: AbortSignal) {
  const max = connections[channel]
  const inWork = new Map<DeliveryRow, Promise<unknown>>()
  while (!signal.aborted) {
    const found = await claimForFree(ports, channel, max, [...inWork.keys()])
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
  channel: Channel,
  max: number,
  inWork: Array<DeliveryRow>,
): Promise<Array<DeliveryRow>> {
  try {
    const now = clock.now()
    const free = max - inWork.length
    const usual = await claimDue(db, 'usual', { channel, now, limit: free })
    const freeForMany = max / 2 - inWork.filter(({ lane }) => lane === 2).length
    const limit = Math.min(free - usual.length, freeForMany)
    return limit > 0 ? [...usual, ...(await claimDue(db, 'many', { channel, now, limit }))] : usual
  } catch (error) {
    log.error({ err: error, channel }, 'sender could not look for deliveries, will retry')
    return []
  }
}
