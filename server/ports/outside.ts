/** What a server outside answered. The text is cut off at 2 KB. `retryAfter` is that header, as it was sent. */
export type OutsideAnswer = { status: number; text: string; retryAfter?: string }

/** Also http and any port of this machine itself may be called; for a local instance. */
type Reach = { allowsLoopback?: boolean }

export type OutsidePost = Reach & {
  headers: Record<string, string>
  body: Buffer
  /** Instead of `maxOutsideCallMs`. */
  timeoutMs?: number
}

/** An address that is never called: not https, another port, or inside our network. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** `address`: no address of the web, or with a password in it. */
export type RefusalReason = 'address' | 'not_https' | 'port' | 'inside'

/** No answer came in time. */
export class OutsideTimeoutError extends Error {
  override name = 'OutsideTimeoutError'
}

/** The longest time that a call takes, with the look-up of its name. */
export const maxOutsideCallMs = 10_000

/**
 * Calls addresses that people type or browsers send, and none inside our network. Follows no redirect and uses no proxy.
 */
export interface Outside {
  /** Throws RefusedAddressError when the address could never be called, without looking up its name. */
  check(address: string, reach?: Reach): void
  /** The same with its name looked up. Throws another error when the name is not found. */
  find(address: string, reach?: Reach): Promise<void>
  /** Throws RefusedAddressError, OutsideTimeoutError, or another error when nothing answered. */
  post(address: string, post: OutsidePost): Promise<OutsideAnswer>
}
