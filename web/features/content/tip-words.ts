import type { PublicContent } from '../../../contract/content.ts'
import { accessNames } from '../../ui/content-words.ts'

type Given = Pick<PublicContent, 'kind' | 'accessType' | 'fileName' | 'fileSize'>

/** How the item is given, with the file's name and size: `Download · presets.zip · 48.2 MB`. */
export function accessText({ kind, accessType, fileName, fileSize }: Given): string {
  if (kind === 'text') return 'View · Text'
  const name = fileName && apart(shortName(fileName))
  const parts = [accessNames[accessType], name, fileSize === null ? null : megabytes(fileSize)]
  return parts.filter(Boolean).join(' · ')
}

/** A name that would fill the screen loses its middle; how it begins and its ending stay. */
export function shortName(name: string): string {
  const letters = [...name]
  return letters.length > 48 ? `${letters.slice(0, 30).join('')}…${letters.slice(-14).join('')}` : name
}

/** A name that runs from right to left must not turn round what stands beside it. */
function apart(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name
}

/** Always in MB, as the specification says; small files get a second decimal, never a size of nothing. */
export function megabytes(bytes: number): string {
  const size = bytes / 1024 ** 2
  const places = size < 1 ? 2 : 1
  return `${Math.max(0.01, Number(size.toFixed(places))).toLocaleString('en-US')} MB`
}

export function creatorName({ user }: Pick<PublicContent, 'user'>): string {
  return user.firstName ?? user.email ?? ''
}
