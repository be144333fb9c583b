import type { ErrorCode } from '../contract/errors.ts'

/** An expected error: the client shows the message and fields; it raises no alert. The code decides the HTTP status. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, message: string, fields?: Record<string, string>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** A temporary error. The response has a Retry-After header. */
export class BusyError extends AppError {
  readonly retryAfterSeconds: number

  constructor(code: 'rate_limited' | 'unavailable', message: string, retryAfterSeconds: number) {
    super(code, message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
