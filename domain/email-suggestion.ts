import { dictionary } from '../contract/dictionary.ts'

/** Providers with `.com` only, and providers with domains in many countries (`yahoo.co.uk`). */
const dotComProviders = ['gmail', 'googlemail', 'icloud', 'protonmail', 'comcast']
const multiCountryProviders = ['yahoo', 'hotmail', 'outlook']
const providerNames = [...dotComProviders, ...multiCountryProviders]
/** Names too short to detect a typo in; only their ending is checked. */
const shortProviderNames = ['live', 'msn', 'aol', 'me', 'mac', 'gmx', 'mail', 'ymail', 'proton', 'zoho']

/** Endings that no domain has, and the correct ones. */
const misspelledTlds: Record<string, string> = dictionary({
  ...tldTypos('com', 'con cmo ocm comm coom cim cpm cok xom vom dom c0m coml come'),
  ...tldTypos('net', 'nte ney nett ent'),
  ...tldTypos('org', 'ogr rog orgg'),
})
/** Existing endings (Colombia, Cameroon, Oman) that the large providers do not use. */
const truncatedTlds = ['co', 'cm', 'om']

/**
 * The probable intended address after a typo in the domain of a large provider or in a domain's ending; undefined
 * otherwise. Only a suggestion: an unusual address may be real.
 */
export function suggestEmail(typed: string): string | undefined {
  const [local, domain, ...rest] = typed.trim().split('@')
  if (!local || !domain || rest.length > 0) return undefined
  const intended = suggestDomain(domain.toLowerCase())
  return intended === domain.toLowerCase() ? undefined : `${local}@${intended}`
}

function suggestDomain(domain: string): string {
  const exactName = providerNames.find((name) => domain === name || domain === `${name}com`)
  if (exactName) return `${exactName}.com`
  const dot = domain.indexOf('.')
  if (dot < 1) return domain
  const [name, end] = [domain.slice(0, dot), domain.slice(dot + 1)]
  return withEnding(suggestName(name, end), end)
}

function withEnding(name: string, end: string): string {
  const isKnownProvider = providerNames.includes(name) || shortProviderNames.includes(name)
  if (isKnownProvider && truncatedTlds.includes(end)) return `${name}.com`
  return `${name}.${misspelledTlds[end] ?? end}`
}

function suggestName(name: string, end: string): string {
  const isCom = end === 'com' || misspelledTlds[end] === 'com' || truncatedTlds.includes(end)
  const isCountry = /^(com?\.)?[a-z]{2}$/.test(end)
  const candidates = isCom ? providerNames : isCountry ? multiCountryProviders : []
  if (providerNames.includes(name) || shortProviderNames.includes(name)) return name
  return candidates.find((known) => isLikelyTypoOf(name, known)) ?? name
}

/**
 * One letter is wrong, missing, doubled or swapped; two in a long name. A different first letter is a different name:
 * `ymail`, `email`.
 */
function isLikelyTypoOf(name: string, known: string): boolean {
  const isSwapped = name[0] === known[1] && name[1] === known[0]
  if (name[0] !== known[0] && !isSwapped) return false
  if (Math.abs(name.length - known.length) > 1) return false
  return editDistance(name, known) <= (known.length > 6 ? 2 : 1)
}

/** Counts missing, extra, wrong and swapped letters (optimal string alignment distance). */
function editDistance(left: string, right: string): number {
  const rows: Array<Array<number>> = [Array.from({ length: right.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const at = (up: number, back: number) => rows[i - up]?.[j - back] ?? 0
      const substitutionCost = left[i - 1] === right[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      row.push(
        Math.min(
          at(1, 0) + 1,
          (row[j - 1] ?? 0) + 1,
          at(1, 1) + substitutionCost,
          isSwap ? at(2, 2) + 1 : 99,
        ),
      )
    }
    rows.push(row)
  }
  return rows[left.length]?.[right.length] ?? 0
}

function tldTypos(intended: string, typos: string): Record<string, string> {
  return Object.fromEntries(typos.split(' ').map((end) => [end, intended]))
}
