import { invalid } from './api-error.ts'

/** A form as Stripe's clients encode it: `metadata[attempt]=1`, `expand[0]=latest_charge`. */
export type Form = { [name: string]: string | Form }

export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text))
    setPath(form, name.replaceAll(']', '').split('['), value)
  return form
}

function setPath(form: Form, [name = '', ...rest]: Array<string>, value: string): void {
  if (rest.length === 0) {
    form[name] = value
    return
  }
  const inner = form[name]
  const next: Form = typeof inner === 'object' ? inner : {}
  form[name] = next
  setPath(next, rest, value)
}

/** A non-empty string, otherwise undefined. */
export function text(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Throws Stripe's error for a missing parameter. */
export function requiredText(form: Form, name: string): string {
  const value = text(form, name)
  if (value === undefined)
    throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  return value
}

export function integer(form: Form, name: string): number {
  const value = requiredText(form, name)
  if (!/^-?\d+$/.test(value))
    throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  return Number(value)
}

export function nestedForm(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

/** The strings of a list or map, by index or name. */
export function stringMap(form: Form, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(nestedForm(form, name)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )
}

export function list(form: Form, name: string): Array<string> {
  return Object.values(stringMap(form, name))
}

/** Rejects unknown and retired parameters, like Stripe. */
export function rejectUnknownParams(form: Form, accepted: Array<string>): void {
  const [unknown] = Object.keys(form).filter((name) => name !== 'expand' && !accepted.includes(name))
  if (unknown)
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
}
