import type { FormIssue } from './form-schema.ts'

/** One error message for each field name. */
export type FieldErrors = Record<string, string>

/** The first message of each field in a schema error. */
export function toFieldErrors(error: { issues: ReadonlyArray<FormIssue> }): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issue.message
  }
  return errors
}
