type Instance = { publicUrl: string }
type NewArchive = Instance & { at: Date; key: string | undefined }

/**
 * The name of an archive that a person makes: `tipdrop-tips.example.com-2026-03-01T033000Z.tar`, with `.age` if it is
 * encrypted. Names of one instance sort by time. Such an archive is never removed.
 */
export function archiveName({ publicUrl, at, key }: NewArchive): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `tipdrop-${siteOf(publicUrl)}-${time}Z.tar${key ? '.age' : ''}`
}

/** The name of an archive of the schedule, of which BACKUP_KEEP are kept. */
export function scheduledArchiveName(archive: NewArchive): string {
  return archiveName(archive).replace('tipdrop-', scheduledPrefix)
}

/**
 * The instance's archives of the schedule that are too many, when the newest `keep` stay, and what its cut-off backups
 * have left. Archives that a person has made, those of other instances and other files stay.
 */
export function archivesToRemove(names: Array<string>, keep: number, { publicUrl }: Instance): Array<string> {
  const prefix = `${scheduledPrefix}${siteOf(publicUrl)}-`
  const isOurs = (name: string) => name.startsWith(prefix) && time.test(name.slice(prefix.length))
  const archives = names.filter(isOurs).toSorted()
  const unfinished = names.filter((name) => name.endsWith('.part') && isOurs(name.slice(0, -'.part'.length)))
  return [...archives.slice(0, Math.max(0, archives.length - keep)), ...unfinished]
}

const scheduledPrefix = 'tipdrop-scheduled-'
const time = /^\d{4}-\d{2}-\d{2}T\d{6}Z\.tar(\.age)?$/

/** The host and port of the site, as a part of a file name: two instances may share a place. */
function siteOf(publicUrl: string): string {
  return new URL(publicUrl).host.replace(/[^a-z0-9.-]+/g, '-')
}
