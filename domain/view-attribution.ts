import { cut } from './truncate.ts'

/** Bots, previews and other programs; a missing user agent counts as one too. */
const botPattern =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embed|scan|monitor|uptime|lighthouse|headless|phantom|selenium|puppeteer|playwright|prerender|archive|curl|wget|python|java\/|okhttp|axios|node-fetch|undici|go-http|ruby|perl|libwww|http-?client|feed|validator/i

/** Browsers, and the browser in old versions of Facebook's app, which names only the app. */
const browserPattern = /mozilla|opera|\bFB(?:AN|_IAB)\//i

/** Whether a `user-agent` is a person's browser. Apps such as Telegram and Discord have one, and bots of that name too. */
export function isHumanUserAgent(agent: string | undefined): boolean {
  return agent !== undefined && browserPattern.test(agent) && !botPattern.test(agent)
}

/** The maximum length of a source. */
const maxSourceLength = 60

/**
 * The source of a view or a sale: `utm_source`, or else the referrer's host; empty for our own site or when unknown.
 * A sale stores the host in `utmParameters`, as the parameter `referrer`.
 */
export function attributeSource({
  utmParameters,
  referrer,
  ownHost,
}: {
  utmParameters: string
  referrer: string
  ownHost: string
}): string {
  const utmSource = /(?:^|&)utm_source=([^&]*)/.exec(utmParameters)?.[1] ?? ''
  const normalized = normalizeSource(safeDecode(utmSource.replaceAll('+', ' ')))
  if (normalized) return normalized
  const storedReferrer = safeDecode(/(?:^|&)referrer=([^&]*)/.exec(utmParameters)?.[1] ?? '')
  const host = (referrer || storedReferrer).toLowerCase().replace(/:\d+$/, '')
  if (host === ownHost.toLowerCase().replace(/:\d+$/, '') || !/^[a-z0-9.-]+$/.test(host)) return ''
  return host.replace(/^www\./, '').slice(0, maxSourceLength)
}

function normalizeSource(text: string): string {
  const line = text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return cut(line, maxSourceLength)
}

function safeDecode(text: string): string {
  // A long parameter was cut, perhaps within a character.
  const start = text.replace(/(?:%[\da-f]{0,2}){1,4}$/i, '')
  for (const candidate of [text, start || text]) {
    try {
      return decodeURIComponent(candidate)
    } catch {
      // The next candidate, or the text as it is.
    }
  }
  return text
}
