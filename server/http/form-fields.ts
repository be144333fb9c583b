import { z } from 'zod'
import { type FileField, maxDataUrlBytes, type Schema } from '../../contract/route.ts'
import { maxCharactersOf, propertiesOf } from './json-body.ts'

type FormRoute = { body?: Schema; files?: Record<string, FileField> }

/** A UTF-8 character takes at most 4 bytes. */
const bytesPerCharacter = 4

/** The maximum bytes of each text field of a form, by name. Fields that are not in the map are rejected. */
export function maxFieldBytes({ body = z.object({}), files = {} }: FormRoute): ReadonlyMap<string, number> {
  const max = new Map<string, number>()
  for (const [name, property] of Object.entries(propertiesOf(body))) {
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
