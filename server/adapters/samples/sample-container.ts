import {
  FlacOutputFormat,
  type InputFormat,
  MatroskaInputFormat,
  type MediaCodec,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggInputFormat,
  OggOutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { SampleError } from '../../ports/sample-maker.ts'

export type Container = { format: OutputFormat; mimeTypes: { audio: string; video: string } }

/** Codecs that browsers play. */
const playable: ReadonlyArray<MediaCodec> = [
  ...(['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const),
  ...(['aac', 'opus', 'mp3', 'vorbis', 'flac'] as const),
]

export function isPlayable(codec: MediaCodec | null): boolean {
  return codec !== null && playable.includes(codec)
}

/** The container of a sample: as that of the recording where browsers play it. Throws SampleError. */
export function chooseContainer(input: InputFormat, codecs: Array<MediaCodec>): Container {
  const chosen = candidates(input).find(({ format }) => {
    const supported = format.getSupportedCodecs()
    return codecs.every((codec) => supported.includes(codec))
  })
  if (!chosen) throw new SampleError('unsupported')
  return chosen
}

function candidates(input: InputFormat): Array<Container> {
  const named = (format: OutputFormat, name: string) => ({
    format,
    mimeTypes: { audio: `audio/${name}`, video: `video/${name}` },
  })
  const mp4 = named(new Mp4OutputFormat({ fastStart: 'in-memory' }), 'mp4')
  const webm = named(new WebMOutputFormat(), 'webm')
  return [
    named(new Mp3OutputFormat(), 'mpeg'),
    named(new WavOutputFormat(), 'wav'),
    named(new FlacOutputFormat(), 'flac'),
    ...(input instanceof OggInputFormat ? [named(new OggOutputFormat(), 'ogg')] : []),
    ...(input instanceof MatroskaInputFormat ? [webm, mp4] : [mp4, webm]),
  ]
}
