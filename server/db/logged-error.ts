type LoggedError = {
  type: string
  message: string
  stack?: string
  code?: unknown
  constraint?: unknown
  table?: unknown
  column?: unknown
  errors?: Array<unknown>
  cause?: unknown
}

type ErrorLike = { name?: string; message: string; stack?: string | undefined }

/**
 * What a log may keep of an error. Errors of database drivers carry the values of the query that failed, and errors of
 * clients whole connections: the values, PostgreSQL's `detail` and `where`, and email addresses are left out. SQLSTATE,
 * table, constraint and the text of the query stay. What is no error is returned as it is.
 */
export function loggedError(error: unknown): unknown {
  return isErrorLike(error) ? describe(error) : error
}

/** The same as an error, for somebody who keeps the errors that are thrown at them. */
export function errorWithoutValues(error: unknown): unknown {
  if (!isErrorLike(error)) return error
  const { type, message, stack, code } = describe(error)
  return Object.assign(new Error(message), { name: type, stack, ...(code !== undefined && { code }) })
}

/** Libraries write errors to the console past our log, as they are. From now on they are cut there too. */
export function cutErrorsOnConsole(): void {
  for (const method of ['error', 'warn'] as const) {
    const write = console[method].bind(console)
    console[method] = (...said: Array<unknown>) => write(...said.map(loggedError))
  }
}

/** One line about whatever was thrown, for a terminal. */
export function messageWithoutValues(error: unknown): string {
  return isErrorLike(error) ? describe(error).message : String(error)
}

function describe(error: ErrorLike & { cause?: unknown }): LoggedError {
  const message = masked(messageOf(error))
  return {
    type: error.name ?? 'Error',
    message,
    stack: stackOf(error, message),
    ...kept(error, ['code', 'constraint', 'table', 'column']),
    ...('errors' in error && Array.isArray(error.errors) && { errors: error.errors.map(loggedError) }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    (value instanceof Error || 'stack' in value)
  )
}

function messageOf(error: ErrorLike): string {
  if ('query' in error && 'params' in error) return `Failed query: ${error.query}`
  const sqlState = 'code' in error ? String(error.code) : ''
  // A value that PostgreSQL cannot read stands in quotes in its message: invalid input syntax for type uuid: "…".
  return /^22\w{3}$/.test(sqlState) ? error.message.replace(/".*"/s, '"…"') : error.message
}

/** The stack begins with the message as it was thrown. */
function stackOf({ message, stack = '' }: ErrorLike, safeMessage: string): string {
  const at = stack.indexOf(message)
  const frames = at === -1 ? '' : stack.slice(at + message.length)
  return `${safeMessage}${frames}`
}

function kept(error: object, names: Array<string>): Partial<LoggedError> {
  return Object.fromEntries(Object.entries(error).filter(([name, value]) => names.includes(name) && value))
}

/** Mail servers repeat the recipient's address in what they answer. */
function masked(message: string): string {
  return message.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+\.[^\s<>"'(),;:]+/g, '[email]')
}
