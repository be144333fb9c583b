import { dictionary } from '../../../contract/dictionary.ts'
import { buildUrl } from '../../../contract/route.ts'
import type { RouteMatch } from '../match-route.ts'

/**
 * The one spelling of what a path names. Mail programs take the punctuation after a link for a part of it, such as `)`
 * and `.`. A text that names nothing stays as it is.
 */
const spellings: Record<string, (text: string) => string> = dictionary({
  id(text) {
    const id = Number(upToLast(text, /[\p{L}\p{N}]/u))
    return Number.isSafeInteger(id) && id > 0 ? String(id) : text
  },
  handle: (text) => upToLast(text.toLowerCase(), /[\p{L}\p{N}_]/u) || text,
  /** Of a purchase or a follower: the last part has 43 characters. */
  token: (text) => /^((?:\d+\.)?[\w-]{43})[^\p{L}\p{N}]*$/u.exec(text)?.[1] ?? text,
})

/** The path of a page in its one spelling, without a slash at its end. */
export function canonicalPath({ entry, location }: RouteMatch): string {
  const params = Object.entries(location.params).map(([name, text]) => [
    name,
    spellings[name]?.(text) ?? text,
  ])
  return buildUrl(entry, { params: Object.fromEntries(params) })
}

/** The text up to the last character of a kind. A pattern that ends in `+$` would take far longer for a long text. */
function upToLast(text: string, kind: RegExp): string {
  const characters = [...text]
  const last = characters.findLastIndex((character) => kind.test(character))
  return characters.slice(0, last + 1).join('')
}
