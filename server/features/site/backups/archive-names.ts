type Instance = { publicUrl: string }
type NewArchive = Instance & { at: Date; key: string | undefined }

/**
 * The name of an archive in a place: `tipdrop-tips.example.com-2026-03-01T033000Z.db.tar`, with `.age` if it is
 * encrypted. `.db` says that its files are beside it. Names of one instance sort by time. Such an archive, which a person
 * makes, is never removed.
 */
export function archiveName({ publicUrl, at, key }: NewArchive): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `${manualPrefix}${siteOf(publicUrl)}-${time}Z${linkedSuffix}${key ? encryptedSuffix : ''}`
}

/** The name of an archive of the schedule, of which BACKUP_KEEP are kept. */
export function scheduledArchiveName(archive: NewArchive): string {
  return archiveName(archive).replace(manualPrefix, scheduledPrefix)
}

/** The folder of a place with the files that the instance's archives refer to. */
export function objectFolder({ publicUrl }: Instance): string {
  return `tipdrop-files/${siteOf(publicUrl)}`
}

/** The name of the list of an archive's files, which stands beside it; undefined for an archive that has its files. */
export function fileListName(archive: string): string | undefined {
  const name = archive.endsWith(encryptedSuffix) ? archive.slice(0, -encryptedSuffix.length) : archive
  return name.endsWith(linkedSuffix) ? `${name.slice(0, -linkedSuffix.length)}${listSuffix}` : undefined
}

/** The name of a list whose archive is being written. */
export function unfinishedListName(list: string): string {
  return `${list}${unfinishedSuffix}`
}

/** What a place has of one instance, newest first. Names of other instances and of other files are left out. */
export type PlaceContents = {
  /** Of the schedule and of persons, also those of earlier versions, which have their files. */
  archives: Array<string>
  lists: Array<string>
  /** Under the name that they get, when a backup was cut off before it was complete. */
  unfinishedLists: Array<string>
}

export function contentsOf(names: Array<string>, instance: Instance): PlaceContents {
  const ours = names
    .map((name) => ({ name, ...parsed(name, instance) }))
    .filter(({ time }) => time !== undefined)
    .toSorted((one, other) => (String(one.time) < String(other.time) ? 1 : -1))
  const withRest = (pattern: RegExp) =>
    ours.filter(({ rest = '' }) => pattern.test(rest)).map(({ name }) => name)
  return {
    archives: withRest(/^(\.db)?\.tar(\.age)?$/),
    lists: withRest(/^\.files\.zst$/),
    unfinishedLists: withRest(/^\.files\.zst\.unfinished$/).map((name) =>
      name.slice(0, -unfinishedSuffix.length),
    ),
  }
}

/**
 * The instance's archives of the schedule that are too many, when the newest `keep` stay, and what its cut-off backups
 * have left. Archives that a person has made, those of other instances and other files stay.
 */
export function archivesToRemove(names: Array<string>, keep: number, instance: Instance): Array<string> {
  const isScheduled = (name: string) => name.startsWith(scheduledPrefix)
  const partial = names.filter((name) => name.endsWith('.part')).map((name) => name.slice(0, -'.part'.length))
  return [
    ...contentsOf(names, instance).archives.filter(isScheduled).slice(keep).toReversed(),
    ...contentsOf(partial, instance)
      .archives.filter(isScheduled)
      .map((name) => `${name}.part`),
  ]
}

const manualPrefix = 'tipdrop-'
const scheduledPrefix = 'tipdrop-scheduled-'
const linkedSuffix = '.db.tar'
const encryptedSuffix = '.age'
const listSuffix = '.files.zst'
const unfinishedSuffix = '.unfinished'

/** The time in the name of a file of the instance, and what follows it; neither for any other name. */
function parsed(name: string, { publicUrl }: Instance): { time?: string; rest?: string } {
  const site = `${siteOf(publicUrl)}-`
  for (const prefix of [`${scheduledPrefix}${site}`, `${manualPrefix}${site}`]) {
    const [, time, rest] = (name.startsWith(prefix) && timeAndRest.exec(name.slice(prefix.length))) || []
    if (time !== undefined && rest !== undefined) return { time, rest }
  }
  return {}
}

const timeAndRest = /^(\d{4}-\d{2}-\d{2}T\d{6}Z)(\..+)$/

/** The host and port of the site, as a part of a file name: two instances may share a place. */
function siteOf(publicUrl: string): string {
  return new URL(publicUrl).host.replace(/[^a-z0-9.-]+/g, '-')
}
