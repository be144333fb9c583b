import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { productName, site } from './site.ts'
import { isVisible, SingleLine, toSingleLine } from './text.ts'

/** Names that could be mistaken for the site or for one of its pages. */
export const reservedNames: ReadonlySet<string> = new Set(
  'admin administrator api about access billing buyer contact creator creators dashboard dev feedback files help login logout mail me money official payment payments payout payouts pricing root sandbox security settings sign_in sign_up signin signup staff status success support system team terms tipdrop upload www you'.split(
    ' ',
  ),
)

/** Letters of other alphabets and shapes by the Latin letter that they look like, which is the first of each word. */
const lookAlikes =
  'aаαɑᴀꓮᎪⲁ bвβʙьꓐᏴ cсϲᴄցꓚᏟⲥ dԁđɗᴅꓓᎠ eеεᴇєꓰᎬⲉ fꜰғꓝ gɡɢցꓖᏀ hһнᕼʜհꓧᎻⲏ jјϳᴊꓙᎫ kкκᴋꓗᏦⲕ lіӏιıɩɪłiꓲⅼ1Ꮮʟꓡⲓ mмᴍꓟᎷⲙ nпηɴոꓠⲛ oоοσᴏօø0ꓳⲟ pрρᴘþƿꓑᏢⲣ qԛգզ rгʀꓣᎡ sѕꜱꓢᏚ tтτᴛŧꓔᎢⲧ uυᴜսꓴ vѵνᴠꓦᏙ wԝωᴡꓪᎳ xхχꓫⲭ yуүγʏꓬ zᴢꓜᏃⲍ'

/** By letter. A Map, because the letters are a stranger's. */
const latinLetters = new Map(
  lookAlikes.split(' ').flatMap((word) => {
    const [latin = '', ...others] = [...word]
    return others.map((other) => [other, latin] as const)
  }),
)

/** Capitals that do not look like their small letters. */
const latinCapitals = new Map([...'ΗΝΥНВ'].map((capital, index) => [capital, 'hnyhb'[index] ?? '']))

/** How a word looks: small Latin letters without marks, whatever their alphabet and shape. */
function lookOf(word: string): string {
  const letters = [...word].map((letter) => {
    const plain = latinCapitals.get(letter) ?? toPlainLetter(letter).toLowerCase()
    return latinLetters.get(letter) ?? latinLetters.get(plain) ?? plain
  })
  return letters.join('')
}

/** Letters in circles, squares and flags, which Unicode does not decompose. */
function toPlainLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const first = [0x1_f150, 0x1_f170, 0x1_f1e6].find((start) => code >= start && code < start + 26)
  return first === undefined ? letter : String.fromCharCode(97 + code - first)
}

/** The words of a name, decomposed and without marks. */
function wordsOf(name: string): Array<string> {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('|', 'l')
    .split(/[^\p{L}\p{N}\u{1F150}-\u{1F189}\u{1F1E6}-\u{1F1FF}]+/u)
    .filter(Boolean)
}

const ourLook = lookOf(productName)
const reservedLooks = new Set([...reservedNames].map((name) => lookOf(name.replaceAll('_', ''))))
/** Words that turn no reserved name into a person's. */
const fillerLooks = new Set(['the', 'customer', 'service', 'care', 'desk', 'center'].map(lookOf))

const isLatin = (letter: string) => /[a-z0-9]/.test(letter)
/** A shorter name is the same as too many others but for a letter. */
const minReadLength = 5

/**
 * How a word reads: its look, or the reserved name that its Latin letters give. Letters of other alphabets, which look
 * like more Latin ones than are listed here, then count as the rest of that name while they are less than half of it.
 */
function readingOf(word: string): string {
  const look = lookOf(word)
  const letters = [...look]
  const latinCount = letters.filter(isLatin).length
  if (latinCount === letters.length || letters.length < minReadLength || latinCount * 2 <= letters.length)
    return look
  const isReadAs = (name: string) =>
    name.length === letters.length && letters.every((letter, i) => !isLatin(letter) || letter === name[i])
  return [siteLook(), ...reservedLooks].find(isReadAs) ?? look
}

const siteLook = () => lookOf(wordsOf(site().name).join(''))

const withoutDigits = (word: string) => word.replace(/^\d+|\d+$/g, '')

/** Whether a word, whatever its shape, is a reserved one, also with digits around it. */
function isReservedWord(word: string): boolean {
  return reservedLooks.has(readingOf(word)) || reservedLooks.has(readingOf(withoutDigits(word)))
}

function isSiteName(words: ReadonlyArray<string>): boolean {
  const reading = readingOf(words.join(''))
  return reading !== '' && (reading === ourLook || reading === siteLook())
}

/** The words of a name besides those that any page of the site could have in its name. */
function ownWords(words: ReadonlyArray<string>): Array<string> {
  return words.filter((word) => !isReservedWord(word) && !fillerLooks.has(lookOf(word)))
}

/**
 * Whether a name is one that only the site itself may have: its own, such as `Tipdrop Team` and `Тipdrop` with a
 * Cyrillic letter, or words that stand for it, such as `Support`.
 */
function isReservedName(name: string): boolean {
  const words = wordsOf(name)
  const joined = words.join('')
  if (joined === '') return false
  if (lookOf(joined).includes(ourLook) || isReservedWord(joined)) return true
  const own = ownWords(words)
  return isSiteName(own) || (own.length === 0 && words.some(isReservedWord))
}

/** Whether a title is nothing but the site's own name, alone or with words that stand for it. */
function isReservedTitle(title: string): boolean {
  const words = wordsOf(title)
  if (isSiteName(words)) return true
  const own = ownWords(words)
  return isSiteName(own) || (own.length === 0 && words.some((word) => isSiteName([word])))
}

/** Whether a text holds an email address, or an address in angle brackets. */
function holdsAddress(text: string): boolean {
  return /[^\s@]@[^\s@]*[^\s@.]\.[\p{L}\p{N}]/u.test(text.normalize('NFKC'))
}

const reservedMessage = 'This name could be mistaken for ours. Choose another one.'

/** The name of a person or business as strangers see it; may be empty. */
export function OptionalName(max: number) {
  return SingleLine(max).check(
    z.refine((text) => text === '' || hasLetter(text), 'Use a letter or a number'),
    z.refine((text) => !isReservedName(text), reservedMessage),
    z.refine((text) => !looksLikeAddress(text), 'Enter a name without an email or web address'),
  )
}

export const DisplayName = OptionalName(limits.maxDisplayNameLength).check(
  z.refine((text) => text !== '', 'Enter a display name'),
)

/** An item's title; empty in the form of an unfinished draft. */
export const Title = SingleLine(limits.maxTitleLength).check(
  z.refine((text) => !isReservedTitle(text), 'This title could be mistaken for ours. Choose another one.'),
  z.refine((text) => !holdsAddress(text), 'Enter a title without an email address'),
)

/** The stored name of a creator as strangers see it; null for one that the rule for names would refuse. */
export function toShownName(name: string | null | undefined): string | null {
  const text = toSingleLine(name ?? '')
  return DisplayName.safeParse(text).success ? text : null
}

/** A letter, a number or an emoji: what a name is told by. */
function hasLetter(text: string): boolean {
  return isVisible(text) && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

function looksLikeAddress(text: string): boolean {
  return holdsAddress(text) || /<[^>]*>|:\/\/|\bwww\./iu.test(text.normalize('NFKC'))
}
