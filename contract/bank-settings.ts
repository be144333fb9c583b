import * as z from 'zod/mini'
import { type ParsedText, parseBic, parseCode, parseIban, parseRoutingNumber } from './bank-checks.ts'

/** A text that is left blank, or that a rule of bank accounts accepts, in its stored form. */
function emptyOr(parse: (text: string) => ParsedText, maxLength: number) {
  const parsed = (text: string): ParsedText => (text.trim() === '' ? { value: '' } : parse(text))
  return z.string({ error: 'Enter a text' }).check(
    z.maxLength(maxLength, `Use ${maxLength} characters or fewer`),
    z.refine((text) => 'value' in parsed(text), {
      error: ({ input }) => errorOf(parsed(String(input))),
    }),
    z.overwrite((text) => storedOf(parsed(text))),
  )
}

function errorOf(parsed: ParsedText): string {
  return 'error' in parsed ? parsed.error : ''
}

function storedOf(parsed: ParsedText): string {
  return 'value' in parsed ? parsed.value : ''
}

/** Ten characters, mostly a digit and the company's tax number. */
function parseAchCompany(text: string): ParsedText {
  return parseCode(text, /^[A-Z0-9]{9,10}$/, 'Enter the 9 or 10 characters that your bank gave you')
}

/** The settings of an operator's own account, each blank until it is entered. */
export const ibanOrEmpty = emptyOr(parseIban, 42)
export const bicOrEmpty = emptyOr(parseBic, 14)
export const routingOrEmpty = emptyOr(parseRoutingNumber, 14)
export const achCompany = emptyOr(parseAchCompany, 14)
