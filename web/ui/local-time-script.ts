/** `date`: `Nov 21, 2026`. `time`: `Nov 21, 2026, 2:05 PM`. */
export type TimeFormat = 'date' | 'time'

/**
 * Formats a moment in the reader's time zone, as the site writes dates. On a site with an American format, the English
 * variants of the reader's language are followed. A browser may report a name that `Intl` refuses, such as `en-US@posix`, so only a language
 * with a region is accepted. It is turned into text for the page's head, so it must not use anything outside itself.
 */
export function formatLocalTime(iso: string, format: TimeFormat): string {
  // English words in the order of the site’s region, as `dateLocale` (contract/site.ts).
  const siteLocale = globalThis.document?.documentElement.dataset.locale?.replace(/^.*-/, 'en-')
  const language =
    siteLocale ?? navigator.languages.find((name) => /^en(-([a-z]{2}|\d{3}))?$/i.test(name)) ?? 'en-US'
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(format === 'time' && { hour: 'numeric', minute: '2-digit' }),
  }).format(new Date(iso))
}

/** Localizes the times of the parts of a page that React does not hydrate. */
function localizeTimes(format: typeof formatLocalTime): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]'))
      time.textContent = format(time.dateTime, time.dataset.local === 'time' ? 'time' : 'date')
  })
}

/** Runs inline in the head of every page. */
export const localTimeScript = `(${localizeTimes})(${formatLocalTime})`
