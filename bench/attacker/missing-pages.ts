import { randomInt } from 'node:crypto'
import { repeat, send, type Target } from './attack.ts'

/** Unknown ids, handles and paths, and other spellings of an item's address, one after the other. */
export async function missingPages(target: Target): Promise<void> {
  const [id = 0] = target.contentIds
  let sent = 0
  await repeat(target, () => {
    sent += 1
    const number = randomInt(2 ** 47)
    const paths = [
      `/p/${number}`,
      `/@nobody_${number}`,
      `/wp-${number}.php`,
      `/p/${id}.${'0'.repeat(1 + (sent % 200))}`,
      `/p/${spelled(id, number)}`,
    ]
    return send(`${target.url}${paths[sent % paths.length]}`)
  })
}

/** Some of the digits percent-encoded, by the bits of `number`. */
function spelled(id: number, number: number): string {
  return [...String(id)].map((digit, n) => ((number >> n) & 1 ? `%3${digit}` : digit)).join('')
}
