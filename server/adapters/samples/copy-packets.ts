import type { EncodedPacket, EncodedPacketSink, MediaCodec, Output } from 'mediabunny'

/** A track of the recording and its copy in the sample. */
export type PacketTrack = {
  codec: MediaCodec
  sink: EncodedPacketSink
  /** Of sound. */
  pcm?: { sampleRate: number; channels: number }
  addTo(output: Output): unknown
  add(packet: EncodedPacket): Promise<void>
}

/** In seconds of the recording. */
type CopyLimit = { begin: number; end: number; maxBytes: number }

/** Copies the packets of all tracks that lie within the limit, in the order of their times. Returns the copied seconds. */
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

/** A rounding error of container times, in seconds. */
const tolerance = 0.001

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
      const part = trimPcm(packet, { begin, end, bytesPerFrame, sampleRate: pcm.sampleRate })
      if (part) yield part
      continue
    }
    if (packet.timestamp < begin - tolerance) continue
    if (packet.timestamp + packet.duration > end + tolerance) return
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
  part: { begin: number; end: number; bytesPerFrame: number; sampleRate: number },
): EncodedPacket | undefined {
  const frameAt = (second: number) => Math.round((second - packet.timestamp) * part.sampleRate)
  const from = Math.max(0, frameAt(part.begin))
  const to = Math.min(Math.floor(packet.data.length / part.bytesPerFrame), frameAt(part.end))
  if (to <= from) return undefined
  return packet.clone({
    data: packet.data.slice(from * part.bytesPerFrame, to * part.bytesPerFrame),
    timestamp: Math.max(0, packet.timestamp + from / part.sampleRate - part.begin),
    duration: (to - from) / part.sampleRate,
  })
}
