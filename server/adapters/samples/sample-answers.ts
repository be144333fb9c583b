import { z } from 'zod'
import type { RangeReader, SampleRange } from '../../ports/sample-maker.ts'
import { imageSignature } from '../images/image-signature.ts'
import { maxSampleBytes, pageBox } from './sample-limits.ts'

/** Above the numbers of every screen and recording, and within those of the database's columns. */
const maxEdgePx = 16_384
const maxRecordingMs = 2_147_483_647
/** What the frames and headers of a sample may add to what was chosen. */
const maxExtraMs = 30_000
const maxHeaderBytes = 2_000_000
const maxPageBytes = 5_000_000

const edge = z.int().min(1).max(maxEdgePx)

/**
 * The answer of a process that read a stranger's file, which is not trusted. The type decides how a browser treats the
 * bytes, so it is one that browsers play.
 */
export function recordingSample(file: RangeReader, { seconds }: SampleRange) {
  const sample = <Kind extends 'audio' | 'video'>(kind: Kind) =>
    z.object({
      kind: z.literal(kind),
      mimeType: z.string().regex(new RegExp(`^${kind}/(mp4|webm|mpeg|wav|flac|ogg)$`)),
      bytes: bytesUpTo(Math.min(maxSampleBytes[kind], file.sizeBytes) + maxHeaderBytes),
      durationMs: z
        .int()
        .min(1)
        .max(seconds * 1_000 + maxExtraMs),
      recordingDurationMs: z.int().min(1).max(maxRecordingMs),
    })
  return z.discriminatedUnion('kind', [
    sample('audio'),
    sample('video').extend({ width: edge, height: edge }),
  ])
}

/** The pages that were drawn: at most the chosen number, each in WebP. */
export function pageImages({ pages }: { pages: number }) {
  const image = z.object({
    bytes: bytesUpTo(maxPageBytes).refine((bytes) => imageSignature(bytes) === 'webp'),
    width: z.int().min(1).max(pageBox.width),
    height: z.int().min(1).max(pageBox.height),
  })
  return z.object({ images: z.array(image).min(1).max(pages) })
}

function bytesUpTo(maxBytes: number) {
  return z.instanceof(Uint8Array).refine(({ length }) => length > 0 && length <= maxBytes)
}
