const pattern = /^tipdrop-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar(\.age)?$/

/** `tipdrop-2026-03-01T033000Z.tar`, with `.age` if it is encrypted. Names sort by time. */
export function archiveName(at: Date, key: string | undefined): string {
  const time = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `tipdrop-${time}Z.tar${key ? '.age' : ''}`
}

/**
 * The archives that are too many, when the newest `keep` stay, and what cut-off backups have left. Other files are not
 * ours.
 */
export function archivesToRemove(names: Array<string>, keep: number): Array<string> {
  const archives = names.filter((name) => pattern.test(name)).toSorted()
  const unfinished = names.filter(
    (name) => name.endsWith('.part') && pattern.test(name.slice(0, -'.part'.length)),
  )
  return [...archives.slice(0, Math.max(0, archives.length - keep)), ...unfinished]
}
