import { isPicture, isRecording, mimeTypeOf } from '../../../../domain/file-type.ts'
import { embeddedCover } from './embedded-cover.ts'
import { peaksOf } from './peaks.ts'

export type ReadFile = {
  /** What plays it in this browser; undefined where nothing does. */
  plays?: 'audio' | 'video'
  /** Of a recording. */
  seconds?: number
  /** The waveform, as `encodePeaks` writes it. */
  peaks?: string
  /** The picture of the file itself. */
  cover?: File
}

/** What is decoded in this browser at most: its samples need many times the room of the file. */
const maxDecodedBytes = 40 * 1024 ** 2

/** Reads what a page can show of a file. Nothing is uploaded; what the browser can't read is left out. */
export async function readFile(file: File): Promise<ReadFile> {
  const type = mimeTypeOf(file.name)
  if (isPicture(type)) return { ...cover(await smallCopy(file).catch(() => undefined)) }
  if (!isRecording(type)) return {}
  if (!type.startsWith('audio/')) return readMedia(file, 'video')
  const [sound, peaks, picture] = await Promise.all([
    readMedia(file, 'audio'),
    file.size > maxDecodedBytes ? undefined : readPeaks(file).catch(() => undefined),
    embeddedCover(file).catch(() => undefined),
  ])
  return { ...sound, ...(peaks && { peaks }), ...cover(picture) }
}

const cover = (picture: File | undefined) => (picture ? { cover: picture } : {})

async function readPeaks(file: File): Promise<string> {
  // A low rate is enough to see how loud it is.
  const context = new OfflineAudioContext(1, 1, 8_000)
  const sound = await context.decodeAudioData(await file.arrayBuffer())
  return peaksOf(sound.getChannelData(0))
}

/** A browser that can't play it may say nothing at all. */
const readTimeoutMs = 8_000

/** How long it is, and a picture of a video from its start. */
async function readMedia(file: File, plays: 'audio' | 'video'): Promise<ReadFile> {
  const media = document.createElement(plays)
  const url = URL.createObjectURL(file)
  try {
    media.muted = true
    media.preload = 'auto'
    media.src = url
    await happens(media, 'loadedmetadata')
    const { duration } = media
    const length = Number.isFinite(duration) ? { seconds: Math.round(duration) } : {}
    if (!(media instanceof HTMLVideoElement)) return { plays, ...length }
    // The first picture of many videos is black.
    media.currentTime = Math.min(1, (length.seconds ?? 0) / 10)
    await happens(media, 'seeked')
    const size = { width: media.videoWidth, height: media.videoHeight }
    const picture = await drawn(media, size, maxFrameWidth).catch(() => undefined)
    return { plays, ...length, ...cover(picture) }
  } catch {
    return {}
  } finally {
    media.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

function happens(media: HTMLMediaElement, event: 'loadedmetadata' | 'seeked'): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  media.addEventListener(event, resolve, { once: true })
  media.addEventListener('error', reject, { once: true })
  setTimeout(reject, readTimeoutMs)
  return promise
}

const maxFrameWidth = 1_600
/** Everybody sees a cover, so that of a picture for sale is too small to take the place of it. */
const maxCopyWidth = 800

async function smallCopy(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file)
  return drawn(bitmap, bitmap, maxCopyWidth)
}

type Size = { width: number; height: number }

async function drawn(picture: CanvasImageSource, { width, height }: Size, maxWidth: number): Promise<File> {
  const scale = Math.min(1, maxWidth / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  // Below a picture with transparent parts.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  if (!blob) throw new Error('This browser writes no JPEG')
  return new File([blob], 'cover.jpg', { type: 'image/jpeg' })
}
