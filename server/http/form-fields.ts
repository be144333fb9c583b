import { z } from 'zod'
import { type FileField, maxDataUrlBytes } from '../../contract/route.ts'

type FormRoute = { body?: z.ZodType; files?: Record<string, FileField> }
type JsonSchema = z.core.JSONSchema.BaseSchema

/** A UTF-8 character takes at most 4 bytes. */
const bytesPerCharacter = 4
/** Characters of a field whose schema states no length: amounts, numbers, choices. The schema refuses a wrong one by name. */
const shortText = 200

/** The most bytes each text field of a form may have, by name. A field that is not in the map is not part of the form. */
export function maxFieldBytes({ body, files = {} }: FormRoute): Map<string, number> {
  const max = new Map<string, number>()
  const schema: Pick<JsonSchema, 'properties'> = body
    ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    : {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    max.set(name, maxCharacters(property) * bytesPerCharacter)
  }
  for (const [name, { maxBytes, isDataUrlAllowed }] of Object.entries(files)) {
    if (isDataUrlAllowed && maxBytes !== undefined) max.set(name, maxDataUrlBytes(maxBytes))
  }
  return max
}

function maxCharacters(schema: JsonSchema | boolean): number {
  if (typeof schema === 'boolean') return shortText
  const { anyOf, maxLength } = schema
  if (anyOf) return Math.max(...anyOf.map(maxCharacters))
  return maxLength ?? shortText
}
