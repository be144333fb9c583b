import { limits } from '../contract/limits.ts'

/**
 * A link as it is stored: without the invisible characters that programs add when it is copied, and with the spaces of
 * its path encoded, as browsers do. A link that needs none of this stays as typed.
 */
export function cleanLinkUrl(typed: string): string {
  const link = typed
    // Joiners are a part of some scripts' words.
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/^[\s\u200c\u200d]+/u, '')
    .replace(/[\s\u200c\u200d]+$/u, '')
  const [, origin, rest] = /^(https?:\/\/[^\s/?#]+)([/?#].*)$/iu.exec(link) ?? []
  return origin && rest ? origin + rest.replace(/\p{Zs}/gu, encodeURIComponent) : link
}

/** The sentence that refuses a link; undefined for a link that can be sold. */
export function linkUrlProblem(link: string): string | undefined {
  if (isHttpUrl(link)) return undefined
  if (link.length > limits.maxLinkUrlLength) return `Use ${limits.maxLinkUrlLength} characters or fewer`
  return /^https?:\/\//i.test(link)
    ? 'This link isn’t a web address. Open it in your browser, then copy it from the address bar.'
    : 'Enter a link that starts with https:// or http://'
}

/** True for http and https URLs with a host and without credentials. */
export function isHttpUrl(text: string): boolean {
  return (
    text.length <= limits.maxLinkUrlLength &&
    /^https?:\/\/[^\s/?#\\@:]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?$/iu.test(text)
  )
}
