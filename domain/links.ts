/** A part of a line: plain text, or an address that becomes a link. */
export type LinkedText = { text: string; href?: string }

/** Splits a text at its web addresses. Only http and https addresses become links. */
export function splitLinks(text: string): Array<LinkedText> {
  // Most lines have none.
  if (!text.includes('://')) return text === '' ? [] : [{ text }]
  const parts: Array<LinkedText> = []
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    const address = trimAddress(match[0])
    if (address === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: address, href: address })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/**
 * An address ends at white space, quotation marks and the punctuation of other scripts, and where letters of another
 * script directly follow a Latin letter or a digit: `https://example.com/aを` is the address and the sentence's を.
 */
const addressPattern =
  /https?:\/\/(?:[a-z\d](?!(?!\p{Script=Latin})\p{L})|[^a-z\d\s<>"“”«»،؛؟۔।॥။၊።\u3001-\u3003\u3008-\u3011\u3014-\u301f\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])*[a-z\d]?/giu

const brackets = ['()', '[]', '{}']

/** The address without the punctuation of the sentence around it; undefined without a host. */
function trimAddress(found: string): string | undefined {
  const address = glued.exec(found)?.[0] ?? found
  // Closing brackets that the address itself has not opened.
  const surplus = new Map(
    brackets.map(([opener = '', closer = '']) => [
      closer,
      countOf(address, closer) - countOf(address, opener),
    ]),
  )
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    const left = surplus.get(last)
    if (left === undefined ? !/[.,;:!?’']/.test(last) : left <= 0) break
    if (left !== undefined) surplus.set(last, left - 1)
  }
  const trimmed = address.slice(0, end)
  return /^https?:\/\/[\p{L}\p{N}[]/iu.test(trimmed) ? trimmed : undefined
}

/** `https://example.com/` directly before a sentence in a script without spaces. */
const glued =
  /^https?:\/\/[!-.0-~]+\/(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/iu

function countOf(text: string, character: string): number {
  return text.split(character).length - 1
}
