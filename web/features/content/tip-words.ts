import type { PublicContent } from '../../../contract/content.ts'
import { accessNames } from '../../ui/content-words.ts'

/** How the item is given, with the file's name and size: `Download · presets.zip · 48.2 MB`. */
export function accessText({ kind, accessType, fileName, fileSize }: PublicContent): string {
  if (kind === 'text') return 'View · Text'
  const parts = [accessNames[accessType], fileName, fileSize === null ? null : megabytes(fileSize)]
  return parts.filter(Boolean).join(' · ')
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
