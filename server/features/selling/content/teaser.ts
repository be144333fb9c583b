import type { CardSample } from '../../../../contract/creators.ts'
import { limits } from '../../../../contract/limits.ts'
import { buildUrl } from '../../../../contract/route.ts'
import {
  getTeaserPart,
  type Teaser,
  type TeaserPicture,
  type TeaserState,
} from '../../../../contract/teasers.ts'
import { findRow } from '../../../db/rows.ts'
import { teaserParts } from '../../../db/schema/index.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { FindViewer, Viewer } from '../../../http/request-context.ts'
import { DamagedFileError, wholeFile } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError, requireOwnContent } from './guards.ts'
import { enqueueTeaser } from './make-teaser.ts'
import { previewedPart, secondsOf } from './parts.ts'
import { type ContentRow, findContentById, lockContent } from './repository.ts'
import { requireShown } from './shown.ts'
import {
  selectPeaks,
  selectSamples,
  selectTeaserParts,
  setTeaserState,
  type TeaserPartRow,
} from './teaser-repository.ts'

/** What everyone may see of an item before paying; null for nothing. */
export async function loadTeaser({ db }: Pick<Ports, 'db'>, row: ContentRow): Promise<Teaser | null> {
  const parts = await selectTeaserParts(db, row.content.id)
  const text = parts.find(({ kind }) => kind === 'text')?.text || null
  const audio = parts.find(({ kind }) => kind === 'audio')
  const video = parts.find(({ kind }) => kind === 'video')
  const pictures = presentPictures(parts)
  const pages = presentPictures(parts, 'page')
  const fileId = previewedPart(row, row.content.teaserOptions)?.file?.id
  const peaks = audio && fileId !== undefined ? ((await selectPeaks(db, [fileId])).get(fileId) ?? null) : null
  if (!text && !audio && !video && pictures.length === 0 && pages.length === 0) return null
  return {
    text,
    pictures,
    pages,
    audio: audio ? presentSample(audio, peaks) : null,
    video: video ? { ...presentSample(video, null), ...sizeOf(video) } : null,
  }
}

/** The samples of recordings of several items, by the ids of the items. */
export async function loadSamples(
  { db }: Pick<Ports, 'db'>,
  rows: ReadonlyArray<ContentRow>,
): Promise<Map<number, CardSample>> {
  const ready = new Map(
    rows.filter(({ content }) => content.teaserStatus === 'ready').map((row) => [row.content.id, row]),
  )
  const parts = await selectSamples(db, [...ready.keys()])
  const fileIdOf = ({ contentId }: TeaserPartRow) => {
    const row = ready.get(contentId)
    return row && previewedPart(row, row.content.teaserOptions)?.file?.id
  }
  const peaks = await selectPeaks(
    db,
    parts.flatMap((part) => fileIdOf(part) ?? []),
  )
  return new Map(
    parts.map((part) => {
      const kind = part.kind === 'video' ? 'video' : 'audio'
      const wave = kind === 'audio' ? peaks.get(fileIdOf(part) ?? 0) : null
      return [part.contentId, { kind, ...presentSample(part, wave ?? null) }]
    }),
  )
}

/** The bytes of a part, for a viewer who may see the item. */
export async function getTeaserBytes(
  { db, fileStore, log }: Ports,
  { contentId, partId, findViewer }: { contentId: number; partId: number; findViewer: FindViewer },
): Promise<FileResponse> {
  const { caching } = await requireShown(await findContentById(db, contentId), findViewer)
  const part = await findRow(db, teaserParts, { contentId, id: partId })
  if (!part?.key) throw contentNotFoundError()
  const { key } = part
  return {
    name: `preview.${extensionOf(part.mimeType)}`,
    type: part.mimeType,
    size: part.sizeBytes,
    etag: key.replace('/', '-'),
    disposition: 'inline',
    ...caching,
    async open(range) {
      const bytes = await fileStore.open(key, { ...wholeFile(part.sizeBytes), ...range }).catch((error) => {
        if (!(error instanceof DamagedFileError)) throw error
        log.error({ err: error, contentId }, 'a part of a free preview is damaged')
      })
      if (!bytes) throw contentNotFoundError()
      return bytes
    },
  }
}

function extensionOf(mimeType: string): string {
  const subtype = mimeType.split('/')[1] ?? 'bin'
  return subtype === 'mpeg' ? 'mp3' : subtype
}

export function presentPictures(
  parts: Array<TeaserPartRow>,
  partKind: 'picture' | 'page' = 'picture',
): Array<TeaserPicture> {
  return parts
    .filter(({ kind }) => kind === partKind)
    .map((part) => ({ id: part.id, url: partUrl(part), ...sizeOf(part) }))
}

function presentSample(part: TeaserPartRow, peaks: string | null) {
  const { durationMs, startMs, recordingDurationMs } = part
  return {
    url: partUrl(part),
    seconds: Math.round((durationMs ?? 0) / 1_000),
    startSeconds: startMs === null ? null : startMs / 1_000,
    recordingSeconds: secondsOf(recordingDurationMs),
    peaks,
  }
}

function sizeOf({ width, height }: TeaserPartRow): { width: number; height: number } {
  return { width: width ?? 0, height: height ?? 0 }
}

function partUrl({ contentId, id, key }: TeaserPartRow): string {
  return buildUrl(getTeaserPart, {
    params: { id: contentId, partId: id },
    query: { v: key?.split('/').at(-1) },
  })
}

export async function getTeaserState(ports: Ports, viewer: Viewer, id: number): Promise<TeaserState> {
  const { content } = await requireOwnContent(ports, viewer, id)
  return { teaserStatus: content.teaserStatus, teaserError: content.teaserError }
}

/** Makes a failed teaser again. Changes nothing in any other state, so that two requests start one job. */
export async function retryTeaser(ports: Ports, viewer: Viewer, id: number): Promise<TeaserState> {
  await requireOwnContent(ports, viewer, id)
  await enforceRateLimits(ports, [
    { key: `teaser-retry/${viewer.id}`, max: limits.maxTeaserRetriesPerHour, windowMs: 3_600_000 },
  ])
  await ports.db.transaction(async (tx) => {
    const row = await lockContent(tx, { id, creatorId: viewer.id })
    if (!row) throw contentNotFoundError()
    if (row.content.teaserStatus !== 'failed') return
    await setTeaserState(tx, row.content, { teaserStatus: 'pending', teaserError: '' })
    await enqueueTeaser(tx, ports, row.content)
  })
  return getTeaserState(ports, viewer, id)
}
