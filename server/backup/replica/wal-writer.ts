import { setTimeout as sleep } from 'node:timers/promises'
import { putObject, type Replica, suffix } from './replica-object.ts'
import { segmentBytes, segmentStart, type WalRange, walName } from './wal-ranges.ts'

type Segment = { start: number; bytes: Buffer; length: number; storedTo: number; parts: Array<WalRange> }

type WriterOptions = {
  replica: Replica
  timeline: number
  /** Everything before this position is in the place. */
  storedTo: number
  /** The objects that have the beginning of the segment of that position. */
  parts: Array<WalRange>
  /** How long bytes wait for more of them, unless a commit waits. */
  intervalMs: number
  /** Whether a commit waits for the place now. */
  hasWaiters(): Promise<boolean>
  /** Everything before the position is in the place. */
  onStored(storedTo: number): void
  /** The place did not take an object, which is tried again. */
  onError(error: unknown): void
}

export type WalWriter = {
  /** Takes the bytes at a position. Those before `from` are ignored. Throws Error where some are missing. */
  add(start: number, bytes: Buffer): void
  /** The stream should wait: two segments are in memory. */
  isFull(): boolean
  /** The first position that the stream should send: the beginning of a segment. */
  from: number
  /** Ends after what has arrived is stored, or `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

const maxSegments = 2
const retryDelayMs = 1_000
/** How long after bytes have arrived it is asked whether a commit waits: it waits a moment after them. */
const firstLookMs = 2
const maxLookMs = 40

/**
 * Stores the log as it arrives: what has come within the interval, or at once while a commit waits, becomes one object.
 * A complete segment replaces its parts, so that a day has few objects.
 */
export function createWalWriter(options: WriterOptions): WalWriter {
  const { replica, timeline, intervalMs, hasWaiters, onStored, onError } = options
  const from = segmentStart(options.storedTo)
  const segments: Array<Segment> = []
  let received = from
  let stopAt: number | undefined
  let merging = Promise.resolve()
  let wake = () => {}

  function add(start: number, bytes: Buffer): void {
    const fresh = start < received ? bytes.subarray(received - start) : bytes
    if (start > received) throw new Error('The database left out a part of its log')
    for (let at = 0; at < fresh.length; ) {
      const segment = currentSegment()
      const piece = fresh.subarray(at, at + segmentBytes - segment.length)
      piece.copy(segment.bytes, segment.length)
      segment.length += piece.length
      received += piece.length
      at += piece.length
    }
    wake()
  }

  function currentSegment(): Segment {
    const last = segments.at(-1)
    if (last && last.length < segmentBytes) return last
    const start = segmentStart(received)
    const storedTo = Math.max(start, Math.min(options.storedTo, start + segmentBytes))
    const parts = start === from ? [...options.parts] : []
    const next = { start, bytes: Buffer.allocUnsafe(segmentBytes), length: 0, storedTo, parts }
    segments.push(next)
    return next
  }

  /** The first segment that has bytes to store. Those that were stored before this process began are only read again. */
  function nextSegment(): Segment | undefined {
    while (segments[0] && segments[0].storedTo >= segments[0].start + segmentBytes) segments.shift()
    const [segment] = segments
    return segment && segment.start + segment.length > segment.storedTo ? segment : undefined
  }

  async function untilDue(segment: Segment): Promise<void> {
    const began = Date.now()
    for (let lookMs = firstLookMs; stopAt === undefined; lookMs = Math.min(maxLookMs, lookMs * 2)) {
      if (segment.length === segmentBytes || Date.now() - began >= intervalMs) return
      if (await hasWaiters().catch(() => false)) return
      await sleep(lookMs)
    }
  }

  async function storeNext(segment: Segment): Promise<void> {
    const part = { start: segment.storedTo, end: segment.start + segment.length }
    await putRange(segment, part)
    segment.storedTo = part.end
    segment.parts.push(part)
    onStored(part.end)
    if (segment.length < segmentBytes || segment.storedTo < segment.start + segmentBytes) return
    segments.shift()
    if (segment.parts.length === 1 && part.start === segment.start) return
    // At most one is merged at a time, for the memory.
    await merging
    merging = merge(segment).catch(onError)
  }

  async function merge(segment: Segment): Promise<void> {
    await putRange(segment, { start: segment.start, end: segment.start + segmentBytes })
    await replica.place.remove(
      segment.parts.map((part) => `${walName(timeline, part)}${suffix(replica.key)}`),
    )
  }

  function putRange({ start, bytes }: Segment, range: WalRange): Promise<void> {
    const content = bytes.subarray(range.start - start, range.end - start)
    return putObject(replica, walName(timeline, range), content)
  }

  async function run(): Promise<void> {
    while (stopAt === undefined || (nextSegment() && Date.now() < stopAt)) {
      const segment = nextSegment()
      if (!segment) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      await untilDue(segment)
      await storeNext(segment).catch(async (error) => {
        onError(error)
        await sleep(stopAt === undefined ? retryDelayMs : 50)
      })
    }
    await merging
  }
  const running = run()

  return {
    add,
    from,
    isFull: () => segments.length > maxSegments,
    async stop(timeoutMs) {
      stopAt = Date.now() + timeoutMs
      wake()
      await Promise.race([running, sleep(timeoutMs, undefined, { ref: false })])
    },
  }
}
