import type { FormIssue } from './form-schema.ts'

/** What is wrong, one sentence for each field by its name. */
export type Sentences = Record<string, string>

/** The first sentence for each field of a form that its schema refused. */
export function fieldErrors(error: { issues: ReadonlyArray<FormIssue> }): Sentences {
  const found: Sentences = {}
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '')
    found[name] ??= issue.message
  }
  return found
}
