import type { ErrorCode } from '../contract/errors.ts'

/** An expected refusal: the caller reads the sentence and the fields; nobody is paged. The code decides the HTTP status. */
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

/** A refusal that passes by itself: the answer says in how many seconds to come back. */
export class BusyError extends AppError {
  readonly retryAfterSeconds: number

  constructor(code: 'throttled' | 'unavailable', message: string, retryAfterSeconds: number) {
    super(code, message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
