import type { FormIssue } from './form-schema.ts'

/** What is wrong, one sentence for each field by its name. */
export type FieldErrors = Record<string, string>

/** The first sentence for each field of a form that its schema refused. */
export function toFieldErrors(error: { issues: ReadonlyArray<FormIssue> }): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issue.message
  }
  return errors
}
