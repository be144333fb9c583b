export type FormValues = Record<string, string>

/** The text values of a form by field name. A field that is not in the form is not in the record. */
export function readFormValues(form: HTMLFormElement | null | undefined): FormValues {
  if (!form) return {}
  const texts = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** The names of fields that differ; a missing field equals an empty one. */
export function changedFields(saved: FormValues, current: FormValues): Array<string> {
  const names = new Set([...Object.keys(saved), ...Object.keys(current)])
  return [...names].filter((name) => (saved[name] ?? '') !== (current[name] ?? ''))
}

/** `name`, `name and handle`, `name, handle and note`; each name once. */
export function joinNames(names: ReadonlyArray<string>): string {
  const unique = [...new Set(names)]
  const last = unique.at(-1) ?? ''
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(', ')} and ${last}`
}
