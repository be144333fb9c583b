import { limits } from '../../../../contract/limits.ts'
import type { WaitReason } from '../../../api/upload-retry.ts'
import type { Progress } from '../progress-words.ts'
import { titleOf } from './title-of.ts'

/** `lost`: the connection or the storage is away, and it continues automatically. `saving`: all of it is there and becomes an item. */
export type RowState = 'ready' | 'waiting' | 'sending' | 'lost' | 'paused' | 'saving' | 'done' | 'failed'

/** What became of a file. */
export type Made = { id: number; status: 'published' | 'draft' }

/** What is known of a file without the file itself, so it outlives a closed tab. */
export type Left = {
  name: string
  size: number
  lastModified: number
  title: string
  /** Bytes that are with the server. */
  loaded: number
  uploadId?: string | undefined
  made?: Made | undefined
}

/** One file of many. */
export type Row = Left & {
  key: string
  file: File
  state: RowState
  /** Bytes a second. */
  speed?: number | undefined
  /** What `lost` waits for. */
  waitsFor?: WaitReason | undefined
  /** Why it failed. */
  sentence?: string | undefined
}

/** How many are sent at the same time: a second one fills the pauses of the first, a third only slows both. */
const atOnce = 2

const running: ReadonlyArray<RowState> = ['sending', 'lost', 'saving']
const underway: ReadonlyArray<RowState> = [...running, 'waiting', 'paused']

export const isOpen = ({ state }: Row) => state === 'ready' || state === 'failed'
export const isUnderway = ({ state }: Row) => underway.includes(state)
export const mayPause = ({ state }: Row) => state === 'waiting' || state === 'sending' || state === 'lost'

/** A file is known again by its name, its size and the time it was changed. */
export function keyOf({ name, size, lastModified }: Pick<Left, 'name' | 'size' | 'lastModified'>): string {
  return JSON.stringify([name, size, lastModified])
}

/** A chosen file; one that was left here before goes on where it was. */
export function rowOf(file: File, left?: Left): Row {
  const { name, size, lastModified } = file
  return {
    ...{ name, size, lastModified, loaded: 0, title: titleOf(name) },
    ...left,
    key: keyOf(file),
    file,
    state: left?.made ? 'done' : 'ready',
  }
}

/** The files to begin now. */
export function due(rows: ReadonlyArray<Row>): Array<Row> {
  const free = atOnce - rows.filter(({ state }) => running.includes(state)).length
  return rows.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
}

export function changed(rows: Array<Row>, key: string, change: Partial<Row>): Array<Row> {
  return rows.map((row) => (row.key === key ? { ...row, ...change } : row))
}

/** What outlives a closed tab; nothing once every file is an item. */
export function leftOf(rows: ReadonlyArray<Row>, notChosen: ReadonlyArray<Left>): Array<Left> {
  const all = [
    ...notChosen,
    ...rows.map(({ name, size, lastModified, title, loaded, uploadId, made }) => ({
      ...{ name, size, lastModified, title, loaded, uploadId, made },
    })),
  ]
  return all.every(({ made }) => made) ? [] : all
}

/** `maxBytes` of one file; `roomBytes` of all that are still to come. */
type Room = { maxBytes: number; roomBytes?: number | undefined }

/** Sorts selected files: those that can come, and the sentence about those that cannot. */
export function sift(
  rows: ReadonlyArray<Row>,
  files: ReadonlyArray<File>,
  { maxBytes, roomBytes = Number.POSITIVE_INFINITY }: Room,
) {
  const known = new Set(rows.map(({ key }) => key))
  const fresh = [...new Map(files.map((file) => [keyOf(file), file])).values()].filter(
    (file) => !known.has(keyOf(file)),
  )
  const fit = fresh.filter(({ size }) => size > 0 && size <= maxBytes)
  const room = limits.bulkItems - rows.filter(({ state }) => state !== 'done').length
  const few = fit.slice(0, Math.max(0, room))
  let leftBytes = roomBytes - unannouncedBytes(rows)
  const taken = few.filter(({ size }) => {
    if (size > leftBytes) return false
    leftBytes -= size
    return true
  })
  return {
    taken,
    tooLarge: fresh.filter(({ size }) => size > maxBytes),
    empty: fresh.filter(({ size }) => size === 0),
    tooMany: Math.max(0, fit.length - room),
    noRoom: few.filter((file) => !taken.includes(file)),
  }
}

/** Bytes of files in the list that the server has not heard of yet. */
function unannouncedBytes(rows: ReadonlyArray<Row>): number {
  return rows.filter(({ uploadId, made }) => !uploadId && !made).reduce((sum, { size }) => sum + size, 0)
}

/** A row as the words and the bar of a single upload take it. */
export function progressOf({ loaded, size, speed, state, waitsFor }: Row): Progress {
  const as = { sending: 'sending', lost: 'waiting', paused: 'paused', saving: 'saving' } as const
  return {
    loaded,
    total: size,
    speed,
    waitsFor,
    state: state in as ? as[state as keyof typeof as] : 'paused',
  }
}
