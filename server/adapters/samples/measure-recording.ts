import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import { encodePeaks, peakCount } from '../../../domain/waveform.ts'
import { type RangeReader, type RecordingMeasure, SampleError } from '../../ports/sample-maker.ts'
import { openRecording, spanOf } from './open-recording.ts'
import { meterOf } from './packet-loudness.ts'

/** How often each part of the waveform is looked at. More looks read more of the file. */
const looksPerPeak = 4
/** A file that is slow to read has no waveform. Its sample does not wait for it. */
const maxMs = 6_000

/**
 * The length of a recording, and of sound its waveform. Nothing is decoded: the loudness of compressed sound is read from
 * the fields by which its decoder scales it.
 */
export async function measureRecording(file: RangeReader): Promise<RecordingMeasure> {
  const input = await openRecording(file)
  const { first, total } = await spanOf(input)
  const audio = await input.getPrimaryAudioTrack()
  const hasVideo = (await input.getPrimaryVideoTrack()) !== null
  if (!audio && !hasVideo) throw new SampleError('unsupported')
  const peaks = audio && !hasVideo ? await peaksOf(audio, { first, total }) : null
  return { durationMs: Math.round(total * 1_000), peaks }
}

async function peaksOf(
  track: InputAudioTrack,
  { first, total }: { first: number; total: number },
): Promise<string | null> {
  const meter = meterOf(await track.getCodec(), {
    channels: await track.getNumberOfChannels(),
    sampleRate: await track.getSampleRate(),
  })
  if (!meter) return null
  const startedAt = performance.now()
  const sink = new EncodedPacketSink(track)
  const loudness: Array<number> = []
  for (let peak = 0; peak < peakCount; peak++) {
    let loudest = 0
    for (let look = 0; look < looksPerPeak; look++) {
      if (performance.now() - startedAt > maxMs) return null
      const second = first + ((peak + (look + 0.5) / looksPerPeak) / peakCount) * total
      loudest = Math.max(loudest, loudnessAt(await sink.getPacket(second), meter))
    }
    loudness.push(loudest)
  }
  return loudness.some((value) => value > 0) ? encodePeaks(loudness) : null
}

function loudnessAt(packet: EncodedPacket | null, meter: (packet: EncodedPacket) => number): number {
  const loudness = packet ? meter(packet) : 0
  return Number.isFinite(loudness) ? loudness : 0
}
