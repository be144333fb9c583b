import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  audioHeadBytes,
  maxMp3BytesPerSecond,
  mp3Sample,
  mp3TagBytes,
  type SampleRange,
  UnreadableAudioError,
  wavSample,
} from '../../../domain/audio-sample.ts'
import { teaserText } from '../../../domain/teaser.ts'
import type { Tx } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { type ContentRow, findContentById } from './repository.ts'
import { deleteMadeParts, insertTeaserPart, setTeaserResult } from './teaser-repository.ts'

type MadePart = {
  kind: 'text' | 'audio'
  mimeType: string
  text?: string
  bytes?: Buffer
  durationMs?: number
}

/** A sample of a high-resolution recording is shortened to this size. */
const maxSampleBytes = 12 * 1024 ** 2

/** Cuts the item's teaser anew, after this transaction commits. */
export async function enqueueTeaser(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  const data = { contentId: String(contentId) }
  await queue.enqueue(tx, { name: 'make-teaser', data }, { singletonKey: data.contentId })
}

/**
 * Makes the part of an item that everyone may see, as much as its creator chose. A file that cannot be cut is said so to
 * the creator. A store that does not answer fails the job, which is retried.
 */
export async function makeTeaser(ports: Ports, { contentId }: { contentId: string }): Promise<void> {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row?.content.teaserOptions || row.content.deletedAt) return
  const made = await cutTeaser(ports, row)
  const key = 'part' in made && made.part.bytes ? await storeBytes(ports, made.part.bytes) : null
  const isCurrent = await ports.db.transaction(async (tx) => {
    const result =
      'part' in made
        ? ({ teaserStatus: 'ready', teaserError: '' } as const)
        : ({ teaserStatus: 'failed', teaserError: made.error } as const)
    if (!(await setTeaserResult(tx, row.content, result))) return false
    await deleteMadeParts(tx, row.content.id)
    if ('part' in made) await insertPart(tx, ports, { row, part: made.part, key })
    return true
  })
  if (!isCurrent && key) await ports.fileStore.remove(key)
}

const notCuttable = 'We can only cut a preview from text, MP3 and WAV for now. Add preview images instead.'
const unreadable = 'We couldn’t cut a preview from this file. It may be damaged or too short.'

async function cutTeaser(ports: Ports, row: ContentRow): Promise<{ part: MadePart } | { error: string }> {
  const { content, file } = row
  const { words = 0, startSecond = 0, seconds = 0 } = content.teaserOptions ?? {}
  if (content.kind === 'text')
    return {
      part: { kind: 'text', mimeType: 'text/plain', text: teaserText(content.textContent ?? '', words) },
    }
  try {
    const range = { startSecond, seconds }
    if (file?.mimeType === 'audio/wav') return { part: await cutWav(ports, file, range) }
    if (file?.mimeType === 'audio/mpeg') return { part: await cutMp3(ports, file, range) }
    return { error: notCuttable }
  } catch (error) {
    if (error instanceof UnreadableAudioError) return { error: unreadable }
    throw error
  }
}

type StoredFile = { key: string; sizeBytes: number }

async function cutWav(ports: Ports, file: StoredFile, range: SampleRange): Promise<MadePart> {
  const head = await readBytes(ports, file, { start: 0, end: audioHeadBytes })
  const { header, start, end } = wavSample(head, file.sizeBytes, range)
  const sound = await readBytes(ports, file, { start, end: Math.min(end, start + maxSampleBytes) })
  // The header of a sample that was shortened here says its own size.
  Buffer.from(header.buffer).writeUInt32LE(sound.length, header.length - 4)
  Buffer.from(header.buffer).writeUInt32LE(header.length - 8 + sound.length, 4)
  const durationMs = Math.round((range.seconds * 1_000 * sound.length) / Math.max(1, end - start))
  return { kind: 'audio', mimeType: 'audio/wav', bytes: Buffer.concat([header, sound]), durationMs }
}

async function cutMp3(ports: Ports, file: StoredFile, range: SampleRange): Promise<MadePart> {
  const tagBytes = mp3TagBytes(await readBytes(ports, file, { start: 0, end: 10 }))
  const end = tagBytes + (range.startSecond + range.seconds + 1) * maxMp3BytesPerSecond
  const bytes = await readBytes(ports, file, { start: 0, end })
  const { sample, seconds } = mp3Sample(bytes, file.sizeBytes - tagBytes, range)
  return {
    kind: 'audio',
    mimeType: 'audio/mpeg',
    bytes: Buffer.from(sample),
    durationMs: Math.round(seconds * 1_000),
  }
}

/** `end` is excluded, and may be beyond the end of the file. */
async function readBytes(
  { fileStore }: Ports,
  { key, sizeBytes }: StoredFile,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  const last = Math.min(end, sizeBytes) - 1
  if (last < start) return Buffer.alloc(0)
  const stream = await fileStore.open(key, { start, end: last })
  if (!stream) throw new UnreadableAudioError('The file is missing')
  return buffer(stream)
}

async function storeBytes({ fileStore }: Ports, bytes: Buffer): Promise<string> {
  const key = `teasers/${randomUUID()}`
  await fileStore.put(key, Readable.from([bytes]), { maxBytes: bytes.length })
  return key
}

function insertPart(
  tx: Tx,
  { clock }: Ports,
  { row, part, key }: { row: ContentRow; part: MadePart; key: string | null },
): Promise<void> {
  return insertTeaserPart(tx, {
    contentId: row.content.id,
    creatorId: row.content.creatorId,
    kind: part.kind,
    position: 0,
    key,
    mimeType: part.mimeType,
    sizeBytes: part.bytes?.length ?? 0,
    text: part.text ?? '',
    durationMs: part.durationMs ?? null,
    createdAt: clock.now(),
  })
}
