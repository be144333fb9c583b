import { screenLimits } from '../../../contract/screen-limits.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'

/** The supporter's name and message. Collapsed unless something was entered. */
export function SupporterFields({ defaults }: { defaults: PayFormDefaults }) {
  const { supporterName, supporterMessage, isSupporterPrivate } = defaults
  return (
    <details open={Boolean(supporterName || supporterMessage)}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand underline decoration-1 underline-offset-3">
        Add your name or a message
      </summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-soft text-sm">The creator may show your name and message on this page.</p>
        <Field label="Your name" name="supporterName" isOptional>
          <Input
            autoComplete="nickname"
            maxLength={screenLimits.maxSupporterNameLength}
            defaultValue={supporterName}
          />
        </Field>
        <Field label="Message to the creator" name="supporterMessage" isOptional>
          <Textarea
            rows={2}
            maxLength={screenLimits.maxSupporterMessageLength}
            defaultValue={supporterMessage}
          />
        </Field>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="isSupporterPrivate"
            value="yes"
            defaultChecked={isSupporterPrivate}
            className="size-5 shrink-0 accent-brand"
          />
          Only the creator can see this
        </label>
      </div>
    </details>
  )
}
