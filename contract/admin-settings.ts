import * as z from 'zod/mini'
import { type InstanceSettings, instanceSettings, type SettingKey, settingKeys } from './instance-settings.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

/** A setting with its origin. */
const SettingState = z.object({
  key: z.enum(settingKeys),
  value: z.unknown(),
  defaultValue: z.unknown(),
  /** The environment variable that sets it, so that it cannot be changed here. */
  lockedBy: z.nullable(z.string()),
  /** Who changed the stored value last, and when; null while it has the default. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(Timestamp),
})
export type SettingState = z.infer<typeof SettingState>

const SettingStates = z.object({ settings: z.array(SettingState) })

export const listInstanceSettings = defineRoute({
  method: 'GET',
  path: '/api/admin/settings',
  auth: 'admin',
  summary: 'Lists the site’s settings with who changed them, and which the environment sets.',
  response: SettingStates,
})

/** The settings of a form; the logo is an upload of its own. */
type EditableKey = Exclude<SettingKey, 'logoKey'>
export type SettingChanges = { [K in EditableKey]?: InstanceSettings[K] }

const editableSchemas = Object.fromEntries(
  settingKeys
    .filter((key) => key !== 'logoKey')
    .map((key) => [key, z.optional<z.ZodMiniType>(instanceSettings[key].schema)]),
)

export const updateInstanceSettings = defineRoute({
  method: 'PATCH',
  path: '/api/admin/settings',
  auth: 'admin',
  summary: 'Changes settings; those that are not named stay the same. Each change is in the audit log.',
  // The values are parsed by their own schemas.
  body: z.object(editableSchemas) as unknown as z.ZodMiniType<SettingChanges>,
  response: SettingStates,
})

export const resetInstanceSetting = defineRoute({
  method: 'DELETE',
  path: '/api/admin/settings/:key',
  auth: 'admin',
  summary: 'Sets a setting back to its default.',
  params: z.object({ key: z.enum(settingKeys, { error: 'There is no such setting' }) }),
  response: SettingStates,
})

export const setSiteLogo = defineRoute({
  method: 'POST',
  path: '/api/admin/settings/logo',
  auth: 'admin',
  transport: 'multipart',
  summary: 'Sets the site’s logo. The image is re-encoded and its metadata removed.',
  files: { logo: { maxBytes: limits.maxPreviewBytes } },
  response: SettingStates,
})
