import type { EncodedPacket, EncodedPacketSink, MediaCodec, Output } from 'mediabunny'

/** A track of the recording and its copy in the sample. */
export type PacketTrack = {
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
export async function copyPackets(tracks: Array<PacketTrack>, limit: CopyLimit): Promise<number> {
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
