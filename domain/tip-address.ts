import { limits } from '../contract/limits.ts'
import { transliterate } from './transliteration.ts'

/**
 * What may never be an item's name in its address: `/@mara/posts` and its like are, or may become, pages and files of
 * a creator's own. A name with a dot, such as `card.png` and `feed.xml`, can't be one, because an item's name has only
 * letters, digits and hyphens.
 */
export const reservedSlugs: ReadonlySet<string> = new Set(
  'about all archive articles atom blog bundles calendar card categories category collections comments contact discounts edit embed events faq feed follow followers following free gallery gifts home items join links live log-in login manifest members membership more music new news newsletter notes notifications page pages photos playlists popular posts press privacy products purchases qr reviews rss sale sales search series settings shop sitemap stats store subscribe supporters tags terms tip tips unfollow updates upload videos wishlist'.split(
    ' ',
  ),
)

/** Latin letters that have no plain form in Unicode. */
const latinLetters = new Map(
  'ß:ss æ:ae ø:o đ:d ł:l þ:th ð:d ħ:h ŋ:n ĸ:k'.split(' ').map((pair) => {
    const [letter = '', latin = ''] = pair.split(':')
    return [letter, latin] as const
  }),
)

/**
 * A title as the last part of an address: `What’s inside: 24 Presets!` becomes `whats-inside-24-presets`. Latin, Greek
 * and Cyrillic letters become plain Latin ones. Letters of other scripts stay as they are, because no short table
 * spells them well. Empty when the title has neither letters nor digits.
 */
export function slugOf(title: string): string {
  const letters = [...title.normalize('NFKC').toLowerCase()].map(
    (letter) => latinLetters.get(letter) ?? transliterate(letter)?.toLowerCase() ?? letter,
  )
  const words = letters
    .join('')
    .normalize('NFD')
    .replace(/['’ʼ`]|\p{Cf}|\p{Me}|\p{Variation_Selector}/gu, '')
    .replace(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    // Marks belong to the letter before them.
    .replace(/(^|[^\p{L}\p{N}\p{M}])\p{M}+/gu, '$1')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return shorten(words)
}

/** Whole words as far as they fit, and of a longer first word what fits. A letter of another script takes nine characters of an address. */
function shorten(slug: string): string {
  const { max, maxEncoded } = limits.slugLength
  const fits = (text: string) => text.length <= max && encodeURIComponent(text).length <= maxEncoded
  if (fits(slug)) return slug
  let text = ''
  let isCut = false
  for (const letter of slug) {
    if (!fits(text + letter)) {
      isCut = letter !== '-'
      break
    }
    text += letter
  }
  const lastHyphen = text.lastIndexOf('-')
  return isCut && lastHyphen > 0 ? text.slice(0, lastHyphen) : text
}

/** The names to try in order for an item: its title's, then with a number, last with its id, which is always free. */
export function slugCandidates(title: string, id: number): Array<string> {
  const slug = slugOf(title)
  if (slug === '') return [String(id)]
  const numbered = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${slug}-${number}`)
  return [...(reservedSlugs.has(slug) ? [] : [slug]), ...numbered, `${slug}-${id}`]
}

/**
 * The path of an item's tip page, which is the one that people see and share: `/@mara/night-ferry`. Its creator has no
 * handle, or the item was never published: `/p/7`, which leads there for good.
 */
export function tipAddress(item: { id: number; slug: string | null; handle: string | null }): string {
  const { id, slug, handle } = item
  return slug === null || handle === null ? `/p/${id}` : `/@${handle}/${encodeURIComponent(slug)}`
}
