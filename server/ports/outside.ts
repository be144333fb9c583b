/** What a server outside answered. The text is cut off at 2 KB. */
export type OutsideAnswer = { status: number; text: string }

export type OutsidePost = { headers: Record<string, string>; body: Buffer }

/** An address that is never called: not https, another port, or inside our network. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'
}

/** The longest time that a call takes, with the look-up of its name. */
export const maxOutsideCallMs = 10_000

/**
 * Calls addresses that people type or browsers send, and none inside our network. Follows no redirect and uses no proxy.
 */
export interface Outside {
  /** Throws RefusedAddressError when the address could never be called, without looking up its name. */
  check(address: string): void
  /** Throws RefusedAddressError, or an error when no answer came in time. */
  post(address: string, post: OutsidePost): Promise<OutsideAnswer>
}
