/** What the player shows in the rows of its tracks, which are not part of it: they work as links without a script. */
type TrackStates = {
  /** Undefined until something was played. */
  currentId: number | undefined
  isPlaying: boolean
  unplayableIds: ReadonlyArray<number>
}

export const albumSelector = '[data-album]'
const trackSelector = 'a[data-track]'

/** The button that plays the current track. */
export const playSelector = '[data-play]'

/** The track whose row has this element; undefined for other elements. */
export function trackOf(element: Element): number | undefined {
  const link = element.closest<HTMLElement>(trackSelector)
  return link ? Number(link.dataset.track) : undefined
}

export function showTrackStates({ currentId, isPlaying, unplayableIds }: TrackStates): void {
  const play = document.querySelector(playSelector)
  play?.setAttribute('role', 'button')
  play?.toggleAttribute('data-playing', isPlaying)
  for (const link of document.querySelectorAll<HTMLElement>(trackSelector)) {
    const id = Number(link.dataset.track)
    const row = link.closest('li')
    const isCurrent = id === currentId
    link.setAttribute('role', 'button')
    link.setAttribute('aria-label', `${isCurrent && isPlaying ? 'Pause' : 'Play'} ${link.dataset.title}`)
    if (isCurrent) row?.setAttribute('aria-current', 'true')
    else row?.removeAttribute('aria-current')
    row?.toggleAttribute('data-playing', isCurrent && isPlaying)
    row?.toggleAttribute('data-unplayable', unplayableIds.includes(id))
  }
}
