/** What the contract takes for an address, written out: small scripts must not carry its schemas. */
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/**
 * An address that came with a link, if it can be one; else none. A broken one in a link must not keep anybody from paying:
 * the checkout asks for it again.
 */
export function normalizeEmail(text: string | null | undefined): string {
  const email = text?.trim() ?? ''
  return emailPattern.test(email) ? email : ''
}
