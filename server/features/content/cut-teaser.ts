import { buffer } from 'node:stream/consumers'
import { isPdf, isRecording } from '../../../domain/file-type.ts'
import { teaserText } from '../../../domain/teaser.ts'
import { DamagedFileError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import {
  type RangeReader,
  SampleError,
  type SampleFault,
  type SampleSource,
} from '../../ports/sample-maker.ts'
import type { ContentRow } from './repository.ts'

/** A part of an item's free preview, cut from the item by the job. */
export type GeneratedPart = {
  kind: 'text' | 'audio' | 'video' | 'page'
  mimeType: string
  text?: string
  bytes?: Uint8Array
  durationMs?: number
  recordingDurationMs?: number
  width?: number
  height?: number
}

/**
 * Cuts the parts that the creator chose for the free preview: none when nothing was chosen for this kind of file. When
 * the file cannot be cut, returns an error message for the creator.
 */
export async function cutTeaser(
  ports: Ports,
  { content, file }: ContentRow,
): Promise<{ parts: Array<GeneratedPart> } | { error: string }> {
  const { words = 0, startSecond = 0, seconds = 0, pages = 0 } = content.teaserOptions ?? {}
  if (content.kind === 'text') {
    const text = teaserText(content.textContent ?? '', words)
    return { parts: [{ kind: 'text', mimeType: 'text/plain', text }] }
  }
  if (!file) return { parts: [] }
  const stored = rangeReader(ports, file)
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

function rangeReader(
  { fileStore }: Ports,
  { key, sizeBytes }: { key: string; sizeBytes: number },
): RangeReader {
  return {
    sizeBytes,
    async read(start, end) {
      try {
        const bytes = await fileStore.open(key, { start, end: end - 1, sizeBytes })
        if (bytes) return await buffer(bytes)
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error
      }
      throw new SampleError('damaged')
    },
  }
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
  unavailable: 'This site can’t make previews of PDF files. Add preview images instead.',
}
