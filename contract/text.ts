import * as z from 'zod/mini'
import { screenLimits } from './screen-limits.ts'

/** Line breaks as we count and store them. Browsers send those of a form as CRLF. */
export function toLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Scripts whose spelling needs the joiners U+200C and U+200D. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya'],
  ...['Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
].map((script) => String.raw`\p{Script=${script}}`)

/** Where characters that are invisible alone change what is seen. */
const meaningfulInvisible = [
  // The flags of England, Scotland and Wales.
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  // An emoji, or several that are joined to one picture.
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*`,
  // A key, such as 7️⃣.
  String.raw`[#*0-9]\uFE0F?\u20E3`,
  String.raw`[${joiningScripts.join('')}][\u200C\u200D](?![\u200C\u200D])`,
  String.raw`\p{Script=Mongolian}[\u180B-\u180D\u180F]`,
  // The form of a Han letter, as in Japanese names.
  String.raw`\p{Script=Han}[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
]

/** Invisible, bidirectional and private characters, and halves of characters. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\uFFF9-\uFFFC]`

const singleLinePattern = new RegExp(`(${meaningfulInvisible.join('|')})|${invisible}`, 'gu')

/**
 * A text on a single line as strangers see it: in Unicode's composed form, with single spaces, and without invisible,
 * bidirectional and control characters. Also for the output of what was stored before this rule.
 */
export function toSingleLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(singleLinePattern, (_, meaningful: string | undefined) => meaningful ?? '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
}

const multiLinePattern = new RegExp(
  String.raw`(${meaningfulInvisible.join('|')})|(?![\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]`,
  'gu',
)

/** A text of several lines, composed and without control characters and those that turn the direction of what follows. */
function toMultiLine(text: string): string {
  return toLineFeeds(text)
    .normalize('NFC')
    .replace(/[\v\f]/g, '\n')
    .replace(multiLinePattern, (_, meaningful: string | undefined) => meaningful ?? '')
    .trim()
}

/** Whether something of a cleaned text can be seen: not only spaces, loose marks and blank Braille. */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\u2800]/u.test(text)
}

/** Nothing else is asked about a text that is too long, because some questions take long for a long text. */
const maxLength = (max: number) => z.maxLength(max, { error: `Use ${max} characters or fewer`, abort: true })

/** A text on a single line; may be empty. */
export const SingleLine = (max: number, error = 'Enter a text') =>
  z.string({ error }).check(z.overwrite(toSingleLine), maxLength(max))

/** What is searched for, in the form of the texts that are searched. */
export const SearchText = SingleLine(screenLimits.maxSearchLength)

/** A text on a single line of which something can be seen. */
export const RequiredSingleLine = (max: number, error: string) =>
  SingleLine(max, error).check(z.refine(isVisible, error))

/** A text of several lines; may be empty. */
export const MultiLine = (max: number, error = 'Enter a text') =>
  z.string({ error }).check(z.overwrite(toMultiLine), maxLength(max))

/** A text of several lines of which something can be seen. */
export const RequiredMultiLine = (max: number, error: string) =>
  MultiLine(max, error).check(z.refine(isVisible, error))

/** The lines of a text. What comes after the last break is none when it is empty. */
export function linesOf(text: string): Array<string> {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.at(-1)?.trim() === '' ? lines.slice(0, -1) : lines
}
