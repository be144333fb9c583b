type Refusal = { code: string; message: string; fields?: Record<string, string> }

/** Any answer that is not OK. The message is `STATUS: body`, as spec.md section 8 says; people read `sentence`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly sentence: string
  readonly fields: Record<string, string>

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const refusal = readRefusal(body)
    this.status = status
    this.code = refusal?.code ?? 'internal'
    this.sentence = sentenceFor(status, refusal)
    this.fields = refusal?.fields ?? {}
  }
}

function sentenceFor(status: number, refusal: Refusal | undefined): string {
  if (status === 401 && refusal?.message === 'Unauthorized')
    return 'You’re signed out. Try again to sign in; nothing you typed is lost.'
  return refusal?.message ?? 'Something went wrong on our side. Please try again.'
}

/** No answer at all. */
export function offline(): ApiError {
  const message = 'We could not reach the server. Check your connection and try again.'
  return new ApiError(0, '', JSON.stringify({ code: 'offline', message }))
}

/** What to tell a person about any failure. */
export function sentenceOf(fault: unknown): string {
  return fault instanceof ApiError ? fault.sentence : 'Something went wrong. Please try again.'
}

/** What to say at a form's field of a refusal that does not blame it; what does is said there by the form itself. */
export function sentenceAt(field: string, error: ApiError | null): string | undefined {
  return error && !error.fields[field] ? error.sentence : undefined
}

/** 401 with the word: the person is signed out (spec.md section 6). */
export function isSignedOut(fault: unknown): boolean {
  return fault instanceof ApiError && fault.message.startsWith('401:') && /unauthorized/i.test(fault.message)
}

/** By hand and not by schema: pages without React carry this file, and should stay small. */
function readRefusal(body: string): Refusal | undefined {
  try {
    const { code, message, fields } = JSON.parse(body) ?? {}
    if (typeof code !== 'string' || typeof message !== 'string') return undefined
    return { code, message, fields: typeof fields === 'object' && fields !== null ? fields : undefined }
  } catch {
    return undefined
  }
}
