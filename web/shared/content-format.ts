import type { PublicContent } from '../../contract/content.ts'
import { accessTypeLabels } from './content-labels.ts'

type FileSummary = Pick<PublicContent, 'kind' | 'accessType' | 'fileName' | 'fileSize'>

/** How the item is given, with the file's name and size: `Download · presets.zip · 48.2 MB`. */
export function accessSummary({ kind, accessType, fileName, fileSize }: FileSummary): string {
  if (kind === 'text') return 'View · Text'
  const name = fileName && isolateRtl(truncateMiddle(fileName))
  const parts = [accessTypeLabels[accessType], name, fileSize === null ? null : formatMegabytes(fileSize)]
  return parts.filter(Boolean).join(' · ')
}

/** A name that would fill the screen loses its middle; how it begins and its ending stay. */
export function truncateMiddle(name: string): string {
  const characters = [...name]
  return characters.length > 48
    ? `${characters.slice(0, 30).join('')}…${characters.slice(-14).join('')}`
    : name
}

/** A name that runs from right to left must not turn round what stands beside it. */
function isolateRtl(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name
}

/** Always in MB, as the specification says; small files get a second decimal, never a size of nothing. */
export function formatMegabytes(bytes: number): string {
  const size = bytes / 1024 ** 2
  const decimals = size < 1 ? 2 : 1
  return `${Math.max(0.01, Number(size.toFixed(decimals))).toLocaleString('en-US')} MB`
}

export function creatorName({ user }: Pick<PublicContent, 'user'>): string {
  return user.firstName ?? user.email ?? ''
}
