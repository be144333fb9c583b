import {
  ADTS,
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  Output,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import {
  type RangeReader,
  type RecordingSample,
  SampleError,
  type SampleRange,
} from '../../ports/sample-maker.ts'
import { copyPackets, type PacketTrack } from './copy-packets.ts'
import { chooseContainer, isPlayable } from './sample-container.ts'
import { maxSampleBytes } from './sample-limits.ts'

/** HLS is missing on purpose: its playlists refer to other addresses. */
const inputFormats = [MP4, QTFF, WEBM, MATROSKA, MP3, WAVE, FLAC, OGG, ADTS]

/**
 * Copies encoded packets into a new file, from the key frame at or before the start. The recording's metadata (title,
 * location, cover) is not copied.
 */
export async function cutRecording(file: RangeReader, range: SampleRange): Promise<RecordingSample> {
  const input = new Input({ formats: inputFormats, source: sourceOf(file) })
  // `canRead` rejects for a file that is too short.
  if (!(await input.canRead().catch(() => false))) throw new SampleError('unrecognized')
  const { video, audio } = await playableTracks(input)
  const mainTrack = video ?? audio
  if (!mainTrack) throw new SampleError('unsupported')
  const chosen = await chooseRange(input, range)
  const sink = new EncodedPacketSink(mainTrack)
  const firstPacket = video ? await keyPacket(sink, chosen.second) : await sink.getPacket(chosen.second)
  if (!firstPacket) throw new SampleError('damaged')
  // A sample of a video begins at the key frame, a sample of sound at the chosen second.
  const begin = video ? firstPacket.timestamp : chosen.second
  const limit = { begin, end: begin + chosen.seconds }
  const tracks = [...(video ? [await videoTrack(video)] : []), ...(audio ? [await audioTrack(audio)] : [])]
  const container = chooseContainer(
    await input.getFormat(),
    tracks.map(({ codec }) => codec),
  )
  const output = new Output({ format: container.format, target: new BufferTarget() })
  for (const track of tracks) track.addTo(output)
  await output.start()
  const kind = video ? 'video' : 'audio'
  const seconds = await copyPackets(tracks, {
    ...limit,
    maxBytes: Math.min(maxSampleBytes[kind], file.sizeBytes / 2),
  })
  await output.finalize()
  const { buffer } = output.target
  if (!(seconds > 0) || !buffer) throw new SampleError('short')
  return {
    ...{ kind, mimeType: container.mimeTypes[kind], bytes: new Uint8Array(buffer) },
    durationMs: Math.round(seconds * 1_000),
    recordingDurationMs: Math.round(chosen.total * 1_000),
    ...(video && { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }),
  }
}

/** Verification fails for all key frames of some recordings, so an unverified one is the fallback. */
async function keyPacket(sink: EncodedPacketSink, second: number): Promise<EncodedPacket | null> {
  return (await sink.getKeyPacket(second, { verifyKeyPackets: true })) ?? (await sink.getKeyPacket(second))
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

/** A video whose sound browsers do not play is silent. */
async function playableTracks(input: Input) {
  const video = await input.getPrimaryVideoTrack()
  if (video && !isPlayable(await video.getCodec())) throw new SampleError('unsupported')
  const audio = await (video ? video.getPrimaryPairableAudioTrack() : input.getPrimaryAudioTrack())
  const codec = await audio?.getCodec()
  const canPlay = codec?.startsWith('pcm') || codec?.endsWith('law') ? !video : isPlayable(codec ?? null)
  return { video, audio: canPlay ? audio : null }
}

/**
 * The part to copy, in seconds. A start beyond the end is moved back. The duration in a file's metadata may be wrong, so
 * the bytes are limited too.
 */
async function chooseRange(input: Input, { startSecond, seconds }: SampleRange) {
  const firstSecond = Math.max(0, await input.getFirstTimestamp())
  const lastSecond = (await input.getDurationFromMetadata()) || (await input.computeDuration())
  const total = lastSecond - firstSecond
  if (!(total > 0) || !Number.isFinite(total)) throw new SampleError('damaged')
  const length = Math.min(seconds, total / 2)
  return { second: firstSecond + Math.min(startSecond, total - length), seconds: length, total }
}

async function videoTrack(track: InputVideoTrack): Promise<PacketTrack> {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new SampleError('unsupported')
  const source = new EncodedVideoPacketSource(codec)
  const rotation = await track.getRotation()
  return {
    codec,
    sink: new EncodedPacketSink(track),
    addTo: (output) => output.addVideoTrack(source, { rotation }),
    add: (packet) => source.add(packet, { decoderConfig }),
  }
}

async function audioTrack(track: InputAudioTrack): Promise<PacketTrack> {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) throw new SampleError('unsupported')
  const source = new EncodedAudioPacketSource(codec)
  return {
    codec,
    sink: new EncodedPacketSink(track),
    pcm: { sampleRate: await track.getSampleRate(), channels: await track.getNumberOfChannels() },
    addTo: (output) => output.addAudioTrack(source),
    add: (packet) => source.add(packet, { decoderConfig }),
  }
}
