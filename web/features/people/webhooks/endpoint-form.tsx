import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '../../../../contract/limits.ts'
import {
  testWebhookAddress,
  type WebhookEndpoint,
  WebhookEndpointInput,
  type WebhookFormat,
  webhookFormats,
} from '../../../../contract/webhook-endpoints.ts'
import { type WebhookEventType, webhookEventTypes } from '../../../../contract/webhook-events.ts'
import { type ApiError, formMessage } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'
import { eventGroups, formatLabels } from './event-groups.ts'
import { TestResult } from './test-result.tsx'

export type EndpointValues = { url: string; format: WebhookFormat; types: Array<WebhookEventType> }

const FormInput = z.object({ url: WebhookEndpointInput.shape.url, format: z.enum(webhookFormats) })

/** What most receivers want first. */
const usualTypes: ReadonlyArray<WebhookEventType> = eventGroups.slice(0, 4).flatMap(({ types }) => types)

type EndpointFormProps = {
  /** Undefined for a new one. */
  endpoint?: WebhookEndpoint
  saveLabel: string
  isSaving: boolean
  error: ApiError | null
  onSave: (values: EndpointValues) => void
  onCancel: () => void
}

/** Address, form and events of an endpoint. A test works before it is saved. */
export function EndpointForm({ endpoint, saveLabel, isSaving, error, onSave, onCancel }: EndpointFormProps) {
  const [types, setTypes] = useState<ReadonlyArray<WebhookEventType>>(endpoint?.types ?? usualTypes)
  const test = useApiMutation(testWebhookAddress, {
    onError: (failed) => showErrorToast(failed, 'Couldn’t send the test'),
  })
  const toggle = (group: ReadonlyArray<WebhookEventType>, isOn: boolean) =>
    setTypes(webhookEventTypes.filter((type) => (group.includes(type) ? isOn : types.includes(type))))

  return (
    <Form
      schema={FormInput}
      errors={error?.fields}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={({ url, format }) => {
        if (types.length > 0) onSave({ url, format, types: [...types] })
      }}
    >
      <Field
        label="Address"
        name="url"
        hint="https only, reachable from the internet."
        error={formMessage('url', error)}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.maxWebhookUrlLength}
          defaultValue={endpoint?.url ?? ''}
        />
      </Field>
      <RadioCardGroup label="Send as" columns={3}>
        {Object.entries(formatLabels).map(([value, { title, description }]) => (
          <RadioCard
            key={value}
            name="format"
            value={value}
            title={title}
            description={description}
            defaultChecked={value === (endpoint?.format ?? 'json')}
          />
        ))}
      </RadioCardGroup>
      <fieldset className="grid min-w-0 gap-1">
        <legend className="mb-1.5 font-semibold">When</legend>
        <div className="grid sm:grid-cols-2 sm:gap-x-6">
          {eventGroups.map(({ label, types: group }) => (
            <Checkbox
              key={label}
              checked={group.every((type) => types.includes(type))}
              onChange={(event) => toggle(group, event.target.checked)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
        {types.length === 0 && <p className="text-danger text-sm">Choose at least one event</p>}
      </fieldset>
      {test.data && <TestResult result={test.data} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="tertiary" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="secondary"
          isLoading={test.isPending}
          onClick={(event) => {
            const form = new FormData(event.currentTarget.form ?? undefined)
            const typed = FormInput.safeParse(Object.fromEntries(form))
            // The submit says what is wrong with the address.
            if (typed.success) test.mutate({ body: typed.data })
            else event.currentTarget.form?.requestSubmit()
          }}
        >
          Send a test
        </Button>
        <Button type="submit" isLoading={isSaving}>
          {saveLabel}
        </Button>
      </div>
    </Form>
  )
}
