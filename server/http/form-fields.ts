import { z } from 'zod'
import { type FileField, maxDataUrlBytes, type Schema } from '../../contract/route.ts'
import { maxCharactersOf } from './json-body.ts'

type FormRoute = { body?: Schema; files?: Record<string, FileField> }

/** A UTF-8 character takes at most 4 bytes. */
const bytesPerCharacter = 4

const maxBytesByRoute = new WeakMap<FormRoute, Map<string, number>>()

/**
 * The maximum bytes of each text field of a form, by name. Fields that are not in the map are rejected. Computed once
 * for each route.
 */
export function maxFieldBytes(route: FormRoute): ReadonlyMap<string, number> {
  const max = maxBytesByRoute.get(route) ?? computeMaxFieldBytes(route)
  maxBytesByRoute.set(route, max)
  return max
}

function computeMaxFieldBytes({ body = z.object({}), files = {} }: FormRoute): Map<string, number> {
  const max = new Map<string, number>()
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  for (const [name, property] of Object.entries(properties)) {
    max.set(name, maxCharactersOf(property) * bytesPerCharacter)
  }
  for (const [name, { maxBytes, isDataUrlAllowed }] of Object.entries(files)) {
    if (isDataUrlAllowed && maxBytes !== undefined) max.set(name, maxDataUrlBytes(maxBytes))
  }
  return max
}

/**
 * Browsers encode quotes and line breaks in file names as `%22`, `%0D` and `%0A`, and nothing else (WHATWG,
 * multipart).
 */
export function decodeFileName(fileName: string): string {
  return fileName.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ')
}
