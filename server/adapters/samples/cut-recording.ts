import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FlacOutputFormat,
  type Input,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
  MatroskaInputFormat,
  type MediaCodec,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggInputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import {
  type RangeReader,
  type RecordingSample,
  SampleError,
  type SampleRange,
} from '../../ports/sample-maker.ts'
import { openRecording, spanOf } from './open-recording.ts'
import { maxSampleBytes } from './sample-limits.ts'

/**
 * Copies encoded packets into a new file, from the key frame at or before the start. The recording's metadata (title,
 * location, cover) is not copied.
 */
export async function cutRecording(file: RangeReader, range: SampleRange): Promise<RecordingSample> {
  const input = await openRecording(file)
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
    kind,
    mimeType: container.mimeTypes[kind],
    bytes: new Uint8Array(buffer),
    durationMs: Math.round(seconds * 1_000),
    startMs: Math.round(Math.max(0, begin - chosen.first) * 1_000),
    recordingDurationMs: Math.round(chosen.total * 1_000),
    ...(video && { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }),
  }
}

/** Verification fails for all key frames of some recordings, so an unverified one is the fallback. */
async function keyPacket(sink: EncodedPacketSink, second: number): Promise<EncodedPacket | null> {
  return (await sink.getKeyPacket(second, { verifyKeyPackets: true })) ?? (await sink.getKeyPacket(second))
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

/** The part to copy, in seconds. A start beyond the end is moved back. */
async function chooseRange(input: Input, { startSecond, seconds }: SampleRange) {
  const { first, total } = await spanOf(input)
  const length = Math.min(seconds, total / 2)
  return { second: first + Math.min(startSecond, total - length), seconds: length, first, total }
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

/** A track of the recording and its copy in the sample. */
type PacketTrack = {
  codec: MediaCodec
  sink: EncodedPacketSink
  /** The sample format; set for sound only. */
  pcm?: { sampleRate: number; channels: number }
  addTo(output: Output): unknown
  add(packet: EncodedPacket): Promise<void>
}

/** In seconds of the recording. */
type CopyLimit = { begin: number; end: number; maxBytes: number }

/** Copies the packets of all tracks within the limit, ordered by timestamp. Returns the copied seconds. */
async function copyPackets(tracks: Array<PacketTrack>, limit: CopyLimit): Promise<number> {
  let bytes = 0
  let seconds = 0
  for await (const { track, packet } of inOrder(tracks, limit)) {
    bytes += packet.data.length
    if (bytes > limit.maxBytes) break
    await track.add(packet)
    seconds = Math.max(seconds, packet.timestamp + packet.duration)
  }
  return seconds
}

type TrackPacket = { track: PacketTrack; packet: EncodedPacket }

/** The packets of several tracks, the earliest first. */
async function* inOrder(tracks: Array<PacketTrack>, limit: CopyLimit): AsyncGenerator<TrackPacket> {
  const pendingPackets = await Promise.all(
    tracks.map(async (track) => {
      const packets = packetsOf(track, limit)
      return { track, packets, next: await packets.next() }
    }),
  )
  for (;;) {
    const ready = pendingPackets.filter(({ next }) => !next.done)
    const [earliest] = ready.sort((one, other) => timeOf(one.next) - timeOf(other.next))
    if (!earliest?.next.value) return
    yield { track: earliest.track, packet: earliest.next.value }
    earliest.next = await earliest.packets.next()
  }
}

function timeOf(next: IteratorResult<EncodedPacket, void>): number {
  return next.value?.timestamp ?? Number.POSITIVE_INFINITY
}

/** Container timestamps have rounding errors. */
const toleranceSeconds = 0.001

/**
 * The packets of one track within the limit, in decode order, with times from zero. It ends with the first packet beyond
 * the limit, so every packet that another one refers to is there.
 */
async function* packetsOf(
  { sink, codec, pcm }: PacketTrack,
  { begin, end }: CopyLimit,
): AsyncGenerator<EncodedPacket, void> {
  const first = (await sink.getPacket(begin)) ?? (await sink.getFirstPacket())
  if (!first) return
  const bytesPerFrame = pcm && bytesPerSample(codec) * pcm.channels
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= end) return
    if (pcm && bytesPerFrame) {
      const trimmed = trimPcm(packet, { begin, end, bytesPerFrame, sampleRate: pcm.sampleRate })
      if (trimmed) yield trimmed
      continue
    }
    if (packet.timestamp < begin - toleranceSeconds) continue
    if (packet.timestamp + packet.duration > end + toleranceSeconds) return
    yield packet.clone({ timestamp: Math.max(0, packet.timestamp - begin) })
  }
}

/** Bytes of a sample of uncompressed sound; 0 of compressed sound, whose packets cannot be divided. */
function bytesPerSample(codec: MediaCodec): number {
  if (codec === 'ulaw' || codec === 'alaw') return 1
  return Number(/^pcm-[usf](\d+)/.exec(codec)?.[1] ?? 0) / 8
}

/** The part of a packet that lies within the limit. */
function trimPcm(
  packet: EncodedPacket,
  range: { begin: number; end: number; bytesPerFrame: number; sampleRate: number },
): EncodedPacket | undefined {
  const frameAt = (second: number) => Math.round((second - packet.timestamp) * range.sampleRate)
  const from = Math.max(0, frameAt(range.begin))
  const to = Math.min(Math.floor(packet.data.length / range.bytesPerFrame), frameAt(range.end))
  if (to <= from) return undefined
  return packet.clone({
    data: packet.data.slice(from * range.bytesPerFrame, to * range.bytesPerFrame),
    timestamp: Math.max(0, packet.timestamp + from / range.sampleRate - range.begin),
    duration: (to - from) / range.sampleRate,
  })
}

export type Container = { format: OutputFormat; mimeTypes: { audio: string; video: string } }

/** Codecs that browsers play. */
const playable: ReadonlyArray<MediaCodec> = [
  ...(['avc', 'hevc', 'vp8', 'vp9', 'av1'] as const),
  ...(['aac', 'opus', 'mp3', 'vorbis', 'flac'] as const),
]

function isPlayable(codec: MediaCodec | null): boolean {
  return codec !== null && playable.includes(codec)
}

/** The container of a sample: as that of the recording where browsers play it. Throws SampleError. */
function chooseContainer(input: InputFormat, codecs: Array<MediaCodec>): Container {
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
