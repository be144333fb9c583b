import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { isPdf, isRecording } from '../../../../domain/file-type.ts'
import { teaserText } from '../../../../domain/teaser.ts'
import type { Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { teaserParts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { SampleError, type SampleFault, type SampleSource } from '../../../ports/sample-maker.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'
import { firstPart, previewedPart } from './parts.ts'
import { type ContentRow, findContentById } from './repository.ts'
import { storedFileReader } from './stored-file-reader.ts'
import { deleteGeneratedParts, setTeaserState } from './teaser-repository.ts'

/** How long a store that does not answer is asked again. Then the creator is told, and may try again. */
const maxTryingMs = 15 * 60_000
const giveUpMessage = 'We couldn’t read this file to cut a preview from it. Please try again.'

/** Enqueues the job that makes the item's teaser, in this transaction. */
export async function enqueueTeaser(
  tx: Tx,
  { queue, clock }: Ports,
  { id, creatorId }: { id: number; creatorId: string },
): Promise<void> {
  const data = { contentId: String(id), since: clock.now().toISOString() }
  await queue.enqueue(tx, { name: 'make-teaser', data }, { singletonKey: data.contentId, owner: creatorId })
}

/**
 * Makes an item's teaser with the options that its creator chose. When the file cannot be cut, the creator gets an
 * error message. When the store does not answer, the job fails and is retried, but not for hours.
 */
export async function makeTeaser(ports: Ports, { contentId, since }: { contentId: string; since?: string }) {
  const row = await findContentById(ports.db, Number(contentId))
  if (!row?.content.teaserOptions || row.content.deletedAt) return
  if (!(await setTeaserState(ports.db, row.content, { teaserStatus: 'making', teaserError: '' }))) return
  try {
    await replaceTeaser(ports, row)
  } catch (error) {
    const startedAt = since ? Date.parse(since) : 0
    const isOver = ports.clock.now().getTime() - startedAt > maxTryingMs
    const state = isOver
      ? ({ teaserStatus: 'failed', teaserError: giveUpMessage } as const)
      : ({ teaserStatus: 'pending', teaserError: '' } as const)
    await setTeaserState(ports.db, row.content, state)
    if (!isOver) throw error
    ports.log.error({ err: error, contentId }, 'no preview could be cut')
  }
}

async function replaceTeaser(ports: Ports, row: ContentRow): Promise<void> {
  const result = await cutTeaser(ports, row)
  const stored: Array<string> = []
  let isCurrent = false
  try {
    const parts = 'parts' in result ? await storeParts(ports, result.parts, stored) : []
    isCurrent = await ports.db.transaction(async (tx) => {
      if (!(await setTeaserState(tx, row.content, stateOf(result)))) return false
      await deleteGeneratedParts(tx, row.content.id)
      await insertRows(tx, teaserParts, toRows(ports, row, parts))
      return true
    })
  } finally {
    if (!isCurrent) await removeStoredObjects(ports, stored)
  }
}

function stateOf(result: Awaited<ReturnType<typeof cutTeaser>>) {
  if ('error' in result) return { teaserStatus: 'failed', teaserError: result.error } as const
  return { teaserStatus: result.parts.length > 0 ? 'ready' : 'none', teaserError: '' } as const
}

type StoredPart = GeneratedPart & { key: string | null }

/** Stores the bytes of each part under a key of its own, which is added to `keys` first. */
async function storeParts(
  { fileStore }: Ports,
  parts: Array<GeneratedPart>,
  keys: Array<string>,
): Promise<Array<StoredPart>> {
  const stored: Array<StoredPart> = []
  for (const part of parts) {
    const key = part.bytes ? `teasers/${randomUUID()}` : null
    if (key && part.bytes) {
      keys.push(key)
      await fileStore.put(key, Readable.from([Buffer.from(part.bytes)]), { maxBytes: part.bytes.length })
    }
    stored.push({ ...part, key })
  }
  return stored
}

function toRows({ clock }: Ports, { content }: ContentRow, parts: Array<StoredPart>) {
  return parts.map(({ bytes, text = '', ...columns }, position) => ({
    ...columns,
    contentId: content.id,
    creatorId: content.creatorId,
    position,
    sizeBytes: bytes?.length ?? 0,
    text,
    createdAt: clock.now(),
  }))
}

/** A part of an item's free preview, cut from the item by the job. */
type GeneratedPart = {
  kind: 'text' | 'audio' | 'video' | 'page'
  mimeType: string
  text?: string
  bytes?: Uint8Array
  durationMs?: number
  startMs?: number
  recordingDurationMs?: number
  width?: number
  height?: number
}

/**
 * Cuts what the creator chose for the free preview from the first part that allows it: nothing when nothing was chosen for
 * what the item has. When the file cannot be cut, returns an error message for the creator.
 */
async function cutTeaser(
  ports: Ports,
  row: ContentRow,
): Promise<{ parts: Array<GeneratedPart> } | { error: string }> {
  const { content } = row
  const { words = 0, startSecond = 0, seconds = 0, pages = 0 } = content.teaserOptions ?? {}
  const { file, text: wholeText } = previewedPart(row, content.teaserOptions) ?? firstPart(row)
  if (wholeText !== null) {
    const text = teaserText(wholeText, words)
    return { parts: [{ kind: 'text', mimeType: 'text/plain', text }] }
  }
  if (!file) return { parts: [] }
  const stored = storedFileReader(ports, file)
  const owner = content.creatorId
  try {
    if (isPdf(file.mimeType))
      return { parts: pages > 0 ? await cutPages(ports, { owner, file: stored }, pages) : [] }
    if (!(seconds > 0)) return { parts: [] }
    return { parts: [await ports.samples.cutRecording({ owner, file: stored }, { startSecond, seconds })] }
  } catch (error) {
    if (error instanceof SampleError) return { error: errorMessage(error.fault, file.mimeType) }
    throw error
  }
}

async function cutPages(
  { samples }: Ports,
  source: SampleSource,
  pages: number,
): Promise<Array<GeneratedPart>> {
  const images = await samples.drawPages(source, { pages })
  return images.map((page) => ({ kind: 'page', mimeType: 'image/webp', ...page }))
}

function errorMessage(fault: SampleFault, mimeType: string): string {
  // A file that has a recording's type and is not one.
  if (fault === 'unrecognized') return errorMessages[isRecording(mimeType) ? 'damaged' : 'unrecognized']
  if (fault === 'short' && !isPdf(mimeType)) return errorMessages.damaged
  return errorMessages[fault]
}

const errorMessages: Record<SampleFault, string> = {
  damaged: 'We couldn’t cut a preview from this file. It may be damaged or too short.',
  unrecognized: 'We can only make previews of text, audio, video and PDF files. Add preview images instead.',
  unsupported:
    'Browsers can’t play this kind of recording, so it has no preview. Try MP4, WebM, MP3 or WAV, or add preview images.',
  short: 'A preview is never more than half of a PDF, so the PDF needs at least 2 pages.',
  protected: 'This PDF has a password, so we can’t show its pages. Add preview images instead.',
  exhausted: 'This file is too complex to cut a preview from. Add preview images instead.',
  memory: 'A preview of this file takes more memory than this site has. Add preview images instead.',
  unavailable: 'This site can’t make previews of PDF files. Add preview images instead.',
}
