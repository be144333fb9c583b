import { z } from 'zod'
import {
  type InstanceSettings,
  instanceSettings,
  type SettingKey,
  settingKeys,
} from '../../contract/instance-settings.ts'
import { splitList } from './parsers.ts'

/** The environment variables of the instance settings, by the setting's key. */
export const settingVariables: Partial<Record<SettingKey, string>> = Object.fromEntries(
  settingKeys.flatMap((key) => {
    const variable = variableOf(key)
    return variable === undefined ? [] : [[key, variable]]
  }),
)

/** A schema for each variable. It leaves the text as it is; `toInstanceSettings` parses it. */
export const instanceSettingVariables = Object.fromEntries(
  settingKeys.flatMap((key) => {
    const { rule } = definitionOf(key)
    const variable = variableOf(key)
    if (variable === undefined) return []
    return [
      [
        variable,
        z
          .string()
          .refine((text) => parse(key, text).success, rule)
          .optional(),
      ],
    ]
  }),
)

/** The settings that environment variables set. They take precedence over stored ones. */
export function toInstanceSettings(env: Record<string, unknown>): Partial<InstanceSettings> {
  const entries = settingKeys.flatMap((key) => {
    const text = env[variableOf(key) ?? '']
    return typeof text === 'string' ? [[key, parse(key, text).data]] : []
  })
  // Each value was parsed by the schema of its own key.
  return Object.fromEntries(entries) as Partial<InstanceSettings>
}

function parse(key: SettingKey, text: string) {
  const { schema, default: sample, isList } = definitionOf(key)
  return schema.safeParse(isList ? splitList(text) : fromText(sample, text))
}

/** The text as a value of the same type as the default. */
function fromText(sample: unknown, text: string): unknown {
  if (typeof sample === 'number') return /^\d{1,16}$/.test(text) ? Number(text) : text
  if (typeof sample === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (Array.isArray(sample)) return splitList(text)
  return text.replaceAll('\\n', '\n')
}

function variableOf(key: SettingKey): string | undefined {
  return definitionOf(key).env
}

function definitionOf(key: SettingKey) {
  const definition: {
    schema: z.core.$ZodType & { safeParse(value: unknown): { success: boolean; data?: unknown } }
    default: unknown
    env?: string
    rule?: string
    isList?: true
  } = instanceSettings[key]
  return definition
}
