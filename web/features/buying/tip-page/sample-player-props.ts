import type { PublicContent } from '../../../../contract/content.ts'
import type { PublicPart } from '../../../../contract/parts.ts'
import { isRecording, mimeTypeOf } from '../../../../domain/file-type.ts'
import { shortLength } from '../../../../domain/recording-length.ts'
import { partLabel } from '../../../shared/parts-text.ts'
import { longLength } from '../../../shared/recording-length.ts'
import type { SamplePlayerProps } from './sample-player.island.tsx'

type Item = Pick<PublicContent, 'teaser' | 'title' | 'parts' | 'pricingModel'>

/** The player of an item's sample; undefined without one. */
export function samplePlayerProps(item: Item): SamplePlayerProps | undefined {
  const { teaser, title, parts, pricingModel } = item
  const sample = teaser?.video ?? teaser?.audio
  if (!teaser || !sample) return undefined
  const { url, seconds, startSeconds, recordingSeconds, peaks } = sample
  const previewed = parts.length > 1 ? parts.find(({ isPreviewed }) => isPreviewed) : undefined
  const all = lengthOfAll(parts, recordingSeconds)
  return {
    kind: teaser.video ? 'video' : 'audio',
    title,
    name: previewed ? partLabel(previewed) : '',
    sample: { url, seconds, startSeconds, recordingSeconds, peaks },
    whole: recordingSeconds === null ? null : shortLength(recordingSeconds),
    offer: `${pricingModel === 'free' ? 'Get' : 'Unlock'} ${all ? `all ${all}` : 'all of it'}`,
  }
}

/** Of several recordings the length of all of them, once all are measured. */
function lengthOfAll(parts: ReadonlyArray<PublicPart>, recordingSeconds: number | null): string | undefined {
  if (parts.length === 1) return recordingSeconds === null ? undefined : longLength(recordingSeconds)
  const recordings = parts.filter(({ kind, name }) => kind === 'file' && isRecording(mimeTypeOf(name)))
  if (recordings.some(({ seconds }) => seconds === null)) return `${parts.length} parts`
  return longLength(recordings.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0))
}
