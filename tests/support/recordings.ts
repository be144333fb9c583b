import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** The description of a baseline H.264 stream of 160 × 90 pixels, as in an MP4 file. */
const avcDescription = Uint8Array.from([
  ...[1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 9, 0x67, 0x42, 0xc0, 0x1e, 0xd9, 0x00, 0xa0, 0x47, 0xfe],
  ...[1, 0, 4, 0x68, 0xce, 0x3c, 0x80],
])

/** Frames per second of every recording here. */
const frameRate = 10
/** Seconds between the key frames of every video here. */
export const keyFrameSeconds = 4

type Recording = { seconds: number; hasVideo?: boolean }

/** An MP4 file with H.264 and AAC. The packets have their second as their content, and are not decodable. */
export function mp4Recording({
  seconds,
  hasVideo = true,
  format = new Mp4OutputFormat(),
}: Recording & { format?: OutputFormat }): Promise<Buffer> {
  return record(format, {
    seconds,
    ...(hasVideo && {
      video: {
        source: new EncodedVideoPacketSource('avc'),
        config: { codec: 'avc1.42c01e', codedWidth: 160, codedHeight: 90, description: avcDescription },
      },
    }),
    audio: {
      source: new EncodedAudioPacketSource('aac'),
      config: {
        codec: 'mp4a.40.2',
        numberOfChannels: 2,
        sampleRate: 48_000,
        description: Uint8Array.from([0x11, 0x90]),
      },
    },
  })
}

/** The same in pieces, as a camera or a screen recorder writes them. */
export function fragmentedRecording({ seconds }: Recording): Promise<Buffer> {
  return mp4Recording({ seconds, format: new Mp4OutputFormat({ fastStart: 'fragmented' }) })
}

/** The same as a QuickTime file. */
export function movRecording({ seconds }: Recording): Promise<Buffer> {
  return mp4Recording({ seconds, format: new MovOutputFormat() })
}

/** A WebM file with VP8 and Opus. */
export function webmRecording({ seconds }: Recording): Promise<Buffer> {
  return record(new WebMOutputFormat(), {
    seconds,
    video: {
      source: new EncodedVideoPacketSource('vp8'),
      config: { codec: 'vp8', codedWidth: 160, codedHeight: 90 },
    },
    audio: {
      source: new EncodedAudioPacketSource('opus'),
      config: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
    },
  })
}

/** An Ogg file with Opus, 50 packets a second, whose second byte is their second. */
export async function oggRecording({ seconds }: Recording): Promise<Buffer> {
  const output = new Output({ format: new OggOutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const head = Buffer.from([1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])
  const description = new Uint8Array(Buffer.concat([Buffer.from('OpusHead'), head]))
  const decoderConfig = { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000, description }
  for (let packet = 0; packet < seconds * 50; packet++) {
    // The first byte is the Opus TOC byte for one frame of 20 ms.
    const data = Uint8Array.from([0x08, Math.floor(packet / 50), 7])
    await source.add(new EncodedPacket(data, 'key', packet / 50, 1 / 50), { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0))
}

type Tracks = {
  seconds: number
  video?: { source: EncodedVideoPacketSource; config: VideoDecoderConfig }
  audio: { source: EncodedAudioPacketSource; config: AudioDecoderConfig }
}

async function record(format: OutputFormat, { seconds, video, audio }: Tracks): Promise<Buffer> {
  const output = new Output({ format, target: new BufferTarget() })
  if (video) output.addVideoTrack(video.source, { frameRate })
  output.addAudioTrack(audio.source)
  await output.start()
  for (let frame = 0; frame < seconds * frameRate; frame++) {
    const isKey = frame % (keyFrameSeconds * frameRate) === 0
    const times = [frame / frameRate, 1 / frameRate] as const
    const second = Math.floor(frame / frameRate)
    // A NAL unit with its length before it: an IDR picture or another one.
    const picture = Uint8Array.from([0, 0, 0, 5, isKey ? 0x65 : 0x41, second, 1, 2, 3])
    await video?.source.add(new EncodedPacket(picture, isKey ? 'key' : 'delta', ...times), {
      decoderConfig: video.config,
    })
    const sound = Uint8Array.from([second, 7, 7, 7])
    await audio.source.add(new EncodedPacket(sound, 'key', ...times), { decoderConfig: audio.config })
  }
  await output.finalize()
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0))
}
