export type ItemName = { handle: string; slug: string }

/** The item that a name in an address leads to: its number, and the path that it has now. */
export type FindItem = (name: ItemName) => Promise<{ id: number; address: string } | undefined>

/** Where a readable address leads: to the page at `url`, or to another address. */
type Target = { url: string } | { movedTo: string }

/** As long as a page is cached. Only what was found is kept, so a new name leads to its item at once. */
const ttlMs = 1_000
const maxEntries = 1_000
/** No item has this number. */
const missing = '/p/0'

type Found = { item: Awaited<ReturnType<FindItem>>; expiresAt: number }

/**
 * Reads `/@mara/night-ferry` as the item's page, `/p/7`, so that both addresses have one page in the cache. Former names
 * and handles and other spellings move to the item's present address.
 */
export function createItemAddresses(findItem: FindItem, now: () => number = () => performance.now()) {
  const kept = new Map<string, Found>()

  async function find(name: ItemName) {
    const key = `${name.handle}/${name.slug}`
    const found = kept.get(key)
    if (found && found.expiresAt > now()) return found.item
    kept.delete(key)
    const item = await findItem(name)
    if (item) kept.set(key, { item, expiresAt: now() + ttlMs })
    if (kept.size > maxEntries) kept.delete(kept.keys().next().value ?? '')
    return item
  }

  /** Undefined for every other address. */
  return async function locate(url: string): Promise<Target | undefined> {
    const [path = '', query] = url.split(/\?(.*)/s)
    const name = readItemName(path)
    if (!name) return undefined
    const item = await find(name)
    if (!item) return { url: missing }
    const search = query === undefined ? '' : `?${query}`
    return item.address === path ? { url: `/p/${item.id}${search}` } : { movedTo: item.address + search }
  }
}

/** Mail programs take the punctuation after a link for a part of it. */
export function readItemName(path: string): ItemName | undefined {
  const [, handle = '', segment = ''] = /^\/@([A-Za-z0-9_]{1,64})\/([^/]{1,400})\/?$/.exec(path) ?? []
  if (segment === '') return undefined
  const slug = trimEnd(decode(segment).normalize('NFC').toLowerCase())
  return { handle: handle.toLowerCase(), slug }
}

/** What can't be decoded stays, and so does NUL, for which the database can't look. */
function decode(segment: string): string {
  try {
    const text = decodeURIComponent(segment)
    return text.includes('\0') ? segment : text
  } catch {
    return segment
  }
}

/** Up to the last letter or digit. A pattern that ends in `+$` would take far longer for a long text. */
function trimEnd(text: string): string {
  const letters = [...text]
  return letters.slice(0, letters.findLastIndex((letter) => /[\p{L}\p{N}\p{M}]/u.test(letter)) + 1).join('')
}
