type ErrorBody = { code: string; message: string; fields?: Record<string, string> }

/** Any response that is not 2xx. `message` is `STATUS: body` (spec.md section 8); screens show `userMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly userMessage: string
  readonly fields: Record<string, string>

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const errorBody = parseErrorBody(body)
    this.status = status
    this.code = errorBody?.code ?? 'internal'
    this.userMessage = userMessageFor(status, errorBody)
    this.fields = errorBody?.fields ?? {}
  }
}

function userMessageFor(status: number, errorBody: ErrorBody | undefined): string {
  if (status === 401 && errorBody?.message === 'Unauthorized')
    return 'You’re signed out. Try again to sign in; nothing you typed is lost.'
  return errorBody?.message ?? 'Something went wrong on our side. Please try again.'
}

/** The error of a request without a response. */
export function networkError(): ApiError {
  const message = 'We couldn’t reach the server. Check your connection and try again.'
  return new ApiError(0, '', JSON.stringify({ code: 'offline', message }))
}

/** The message to show for any failure. */
export function userMessage(error: unknown): string {
  return error instanceof ApiError ? error.userMessage : 'Something went wrong. Please try again.'
}

/** The message to show at a form's field when the error does not name that field. The form shows field errors itself. */
export function formMessage(field: string, error: ApiError | null): string | undefined {
  return error && !error.fields[field] ? error.userMessage : undefined
}

/** A 401 with the word Unauthorized: the session is over (spec.md section 6). */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.message.startsWith('401:') && /unauthorized/i.test(error.message)
}

/** Parses without a schema, because pages without React load this file and must stay small. */
function parseErrorBody(body: string): ErrorBody | undefined {
  try {
    const { code, message, fields } = JSON.parse(body) ?? {}
    if (typeof code !== 'string' || typeof message !== 'string') return undefined
    return { code, message, fields: typeof fields === 'object' && fields !== null ? fields : undefined }
  } catch {
    return undefined
  }
}
