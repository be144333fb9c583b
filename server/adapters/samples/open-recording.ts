import { ADTS, CustomSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny'
import { type RangeReader, SampleError } from '../../ports/sample-maker.ts'

/** HLS is missing on purpose: its playlists refer to other addresses. */
const inputFormats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, FLAC, OGG, ADTS]

/** Throws SampleError for a file that is no recording. */
export async function openRecording(file: RangeReader): Promise<Input> {
  const input = new Input({ formats: inputFormats, source: sourceOf(file) })
  // `canRead` rejects for a file that is too short.
  if (!(await input.canRead().catch(() => false))) throw new SampleError('unrecognized')
  return input
}

/** Reads ahead when packets are read in order, because the store may answer slowly. */
function sourceOf({ sizeBytes, read }: RangeReader): CustomSource {
  return new CustomSource({
    getSize: () => sizeBytes,
    read,
    prefetchProfile: 'network',
    maxCacheSize: 16 * 1024 ** 2,
    // The read that needs the bytes reports the error.
    handleUnhandledError: () => undefined,
  })
}

/** Where a recording begins and how long it is, in seconds. The duration in a file's metadata may be wrong. */
export async function spanOf(input: Input): Promise<{ first: number; total: number }> {
  const first = Math.max(0, await input.getFirstTimestamp())
  const last = (await input.getDurationFromMetadata()) || (await input.computeDuration())
  const total = last - first
  if (!(total > 0) || !Number.isFinite(total)) throw new SampleError('damaged')
  return { first, total }
}
