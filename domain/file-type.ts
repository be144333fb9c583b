import { dictionary } from '../contract/dictionary.ts'
import { cut } from './truncate.ts'

/** MIME types that a browser may show inline, by extension. HTML, SVG and other types with scripts are not listed. */
const inlineMimeTypes: Record<string, string> = dictionary({
  '3gp': 'video/3gpp',
  avif: 'image/avif',
  aac: 'audio/aac',
  bmp: 'image/bmp',
  flac: 'audio/flac',
  gif: 'image/gif',
  jfif: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  m4v: 'video/mp4',
  md: 'text/plain; charset=utf-8',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
})

const octetStream = 'application/octet-stream'

/**
 * The MIME type of a file by its name, never by what the uploader claimed. Unknown types are
 * `application/octet-stream`.
 */
export function mimeTypeOf(fileName: string): string {
  return inlineMimeTypes[extensionOf(fileName)] ?? octetStream
}

/** The extension of a file name in lower case, without its dot; empty when it has none. */
export function extensionOf(fileName: string): string {
  return /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** Whether a browser may show a file of this type, as returned by `mimeTypeOf`, inline. */
export function isInlineSafe(type: string): boolean {
  return type !== octetStream
}

export function isPdf(type: string): boolean {
  return type === inlineMimeTypes.pdf
}

export function isPicture(type: string): boolean {
  return type.startsWith('image/')
}

/** Whether a MIME type is audio or video. */
export function isRecording(type: string): boolean {
  return /^(audio|video)\//.test(type)
}

/**
 * A safe file name: the last part of a path, without control and direction characters, at most `maxLength` characters, its
 * extension kept.
 */
export function sanitizeFileName(path: string, maxLength: number): string {
  const name = path.split(/[/\\]/).at(-1) ?? ''
  const clean = name
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    // Joiners are a part of emoji and of some scripts, never of Latin.
    .replace(/^[\u200c\u200d]+|[\u200c\u200d]+(?=[ -~]|$)/g, '')
    .trim()
    .replace(/^\.+(?=\.)/, '')
  if (clean === '' || clean === '.') return 'file'
  if (clean.length <= maxLength) return clean
  const ending = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? ''
  return cut(clean, maxLength - ending.length) + ending
}
