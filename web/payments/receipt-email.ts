/** The contract's email pattern, repeated because small scripts must not load its schemas. */
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/**
 * The valid email of a link, or an empty string. An invalid one must not block the payment, because the checkout asks
 * for the email anyway.
 */
export function normalizeEmail(text: string | null | undefined): string {
  const email = text?.trim() ?? ''
  return emailPattern.test(email) ? email : ''
}
