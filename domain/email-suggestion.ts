/** Providers whose mail is at `.com` alone, and those with a name in many countries (`yahoo.co.uk`). */
const dotComProviders = ['gmail', 'googlemail', 'icloud', 'protonmail', 'comcast']
const multiCountryProviders = ['yahoo', 'hotmail', 'outlook']
const providerNames = [...dotComProviders, ...multiCountryProviders]
/** Too short to be told from other words; only their ending is looked at. */
const shortProviderNames = ['live', 'msn', 'aol', 'me', 'mac', 'gmx', 'mail', 'ymail', 'proton', 'zoho']

/** Endings that are no country and no other domain, and what was meant. */
const misspelledTlds: Record<string, string> = {
  ...tldTypos('com', 'con cmo ocm comm coom cim cpm cok xom vom dom c0m coml come'),
  ...tldTypos('net', 'nte ney nett ent'),
  ...tldTypos('org', 'ogr rog orgg'),
}
/** Real endings (Colombia, Cameroon, Oman), which a large provider does not have. */
const truncatedTlds = ['co', 'cm', 'om']

/**
 * The address that was probably meant, for a slip in the name of a large mail provider or in a domain's ending; undefined
 * when nothing looks wrong. To be offered, never put in by itself: an odd address may be somebody's own.
 */
export function suggestEmail(typed: string): string | undefined {
  const [local, domain, ...rest] = typed.trim().split('@')
  if (!local || !domain || rest.length > 0) return undefined
  const meant = suggestDomain(domain.toLowerCase())
  return meant === domain.toLowerCase() ? undefined : `${local}@${meant}`
}

function suggestDomain(domain: string): string {
  const whole = providerNames.find((name) => domain === name || domain === `${name}com`)
  if (whole) return `${whole}.com`
  const dot = domain.indexOf('.')
  if (dot < 1) return domain
  const [name, end] = [domain.slice(0, dot), domain.slice(dot + 1)]
  return withEnding(suggestName(name, end), end)
}

function withEnding(name: string, end: string): string {
  const large = providerNames.includes(name) || shortProviderNames.includes(name)
  if (large && truncatedTlds.includes(end)) return `${name}.com`
  return `${name}.${misspelledTlds[end] ?? end}`
}

function suggestName(name: string, end: string): string {
  const isCom = end === 'com' || misspelledTlds[end] === 'com' || truncatedTlds.includes(end)
  const isCountry = /^(com?\.)?[a-z]{2}$/.test(end)
  const candidates = isCom ? providerNames : isCountry ? multiCountryProviders : []
  if (providerNames.includes(name) || shortProviderNames.includes(name)) return name
  return candidates.find((known) => isLikelyTypoOf(name, known)) ?? name
}

/** One letter wrong, missing, doubled or swapped; two in a long name. Another first letter is another name: `ymail`, `email`. */
function isLikelyTypoOf(name: string, known: string): boolean {
  const swapped = name[0] === known[1] && name[1] === known[0]
  if (name[0] !== known[0] && !swapped) return false
  if (Math.abs(name.length - known.length) > 1) return false
  return editDistance(name, known) <= (known.length > 6 ? 2 : 1)
}

/** How many letters were left out, put in, mistaken or swapped with their neighbour (optimal string alignment). */
function editDistance(left: string, right: string): number {
  const rows: Array<Array<number>> = [Array.from({ length: right.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const at = (up: number, back: number) => rows[i - up]?.[j - back] ?? 0
      const same = left[i - 1] === right[j - 1] ? 0 : 1
      const swap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      row.push(Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, at(1, 1) + same, swap ? at(2, 2) + 1 : 99))
    }
    rows.push(row)
  }
  return rows[left.length]?.[right.length] ?? 0
}

function tldTypos(meant: string, slipped: string): Record<string, string> {
  return Object.fromEntries(slipped.split(' ').map((end) => [end, meant]))
}
