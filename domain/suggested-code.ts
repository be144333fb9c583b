const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const digits = '23456789'

/** A code that is easy to read aloud and to type: `MQRT-46`, without characters that look alike. `random` gives 0 to below 1. */
export function suggestCode(random: () => number): string {
  const pick = (characters: string) => characters.charAt(Math.floor(random() * characters.length))
  const word = Array.from({ length: 4 }, () => pick(letters)).join('')
  return `${word}-${pick(digits)}${pick(digits)}`
}
