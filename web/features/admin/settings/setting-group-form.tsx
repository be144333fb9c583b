import {
  listInstanceSettings,
  type SettingChanges,
  type SettingState,
  updateInstanceSettings,
} from '../../../../contract/admin-settings.ts'
import { useApiMutation, useInvalidateQueries, useSetQueryData } from '../../../api/query-hooks.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import { formSchema } from '../../../ui/form-schema.ts'
import { Section } from '../../../ui/section.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCanAct } from '../admin-only.tsx'
import { SettingControl, settingText } from './setting-control.tsx'
import type { SettingField, SettingGroup } from './setting-fields.ts'

type SettingGroupFormProps = { group: SettingGroup; settings: ReadonlyArray<SettingState> }

/** A section with its fields. Only changed settings are sent. */
export function SettingGroupForm({ group, settings }: SettingGroupFormProps) {
  const canAct = useCanAct()
  const setSettings = useSetQueryData(listInstanceSettings)
  const refresh = useInvalidateQueries()
  const send = useApiMutation(updateInstanceSettings, {
    onSuccess: (reply) => {
      setSettings(reply)
      void refresh({ path: '/api/instance' })
      toast({ title: 'Settings saved', tone: 'success' })
    },
  })
  const fields = group.fields.flatMap((field) => {
    const state = settings.find(({ key }) => key === field.key)
    return state ? [{ field, state }] : []
  })
  const controls = (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-5">
      {fields.map(({ field, state }) => (
        <SettingControl key={`${field.key} ${state.changedAt}`} field={field} state={state} />
      ))}
    </div>
  )
  const fieldErrors = Object.keys(send.error?.fields ?? {}).length > 0
  return (
    <Section id={group.id} title={group.title} description={group.description}>
      {canAct ? (
        <Form
          schema={schemaOf(group.fields)}
          errors={send.error?.fields}
          onSubmit={(texts) => {
            const changes = changesOf(fields, texts)
            if (Object.keys(changes).length === 0) toast({ title: 'Nothing has changed' })
            else send.mutate({ body: changes })
          }}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
        >
          {controls}
          {send.error && !fieldErrors && (
            <p role="alert" className="text-danger">
              {send.error.userMessage}
            </p>
          )}
          <Button type="submit" isLoading={send.isPending} className="justify-self-start">
            Save {group.title.toLowerCase()}
          </Button>
        </Form>
      ) : (
        controls
      )}
    </Section>
  )
}

/** The texts of the form; the server checks the values. */
function schemaOf(fields: ReadonlyArray<SettingField>) {
  return formSchema(Object.fromEntries(fields.map(({ key }) => [key, (text: string) => ({ value: text })])))
}

type StatedField = { field: SettingField; state: SettingState }

function changesOf(fields: ReadonlyArray<StatedField>, texts: Record<string, string>): SettingChanges {
  const entries = fields.flatMap(({ field, state }) => {
    const text = texts[field.key] ?? ''
    const isChanged = state.lockedBy === null && text !== settingText(field, state.value)
    return isChanged ? [[field.key, field.fromText ? field.fromText(text) : text]] : []
  })
  // The contract's schema checks the values when they arrive.
  return Object.fromEntries(entries) as SettingChanges
}
