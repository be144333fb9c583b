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
