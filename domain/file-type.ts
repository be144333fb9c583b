import { dictionary } from '../contract/dictionary.ts'

/** MIME types that a browser may show inline, by extension. HTML, SVG and other types with scripts are not listed. */
const inlineMimeTypes: Record<string, string> = dictionary({
  avif: 'image/avif',
  aac: 'audio/aac',
  flac: 'audio/flac',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  md: 'text/plain; charset=utf-8',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
})

const octetStream = 'application/octet-stream'

/**
 * The MIME type of a file by its name, never by what the uploader claimed. Unknown types are
 * `application/octet-stream`.
 */
export function mimeTypeOf(fileName: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return (extension && inlineMimeTypes[extension]) || octetStream
}

/** Whether a browser may show a file of this type, as returned by `mimeTypeOf`, inline. */
export function isInlineSafe(type: string): boolean {
  return type !== octetStream
}

export function isPdf(type: string): boolean {
  return type === inlineMimeTypes.pdf
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
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  if (clean === '') return 'file'
  const characters = [...clean]
  if (characters.length <= maxLength) return clean
  const ending = /\.[a-z0-9]{1,10}$/i.exec(clean)?.[0] ?? ''
  return characters.slice(0, maxLength - ending.length).join('') + ending
}
