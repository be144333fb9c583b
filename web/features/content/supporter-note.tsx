import { limits } from '../../../contract/limits.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { Asked } from './asked.ts'

/** Words for the creator, for whoever wants to leave some. Closed until then, and open again where something was typed. */
export function SupporterNote({ asked }: { asked: Asked }) {
  const { supporterName, supporterMessage, supporterPrivate } = asked
  return (
    <details open={Boolean(supporterName || supporterMessage)} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand underline decoration-1 underline-offset-3">
        Add a name or a message
      </summary>
      <div className="grid gap-4 pt-2">
        <Field label="Your name" name="supporterName" optional>
          <Input autoComplete="nickname" maxLength={limits.supporterName} defaultValue={supporterName} />
        </Field>
        <Field label="Message to the creator" name="supporterMessage" optional>
          <Textarea rows={2} maxLength={limits.supporterMessage} defaultValue={supporterMessage} />
        </Field>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="supporterPrivate"
            value="yes"
            defaultChecked={supporterPrivate}
            className="size-5 shrink-0 accent-brand"
          />
          Keep it private: only the creator sees it
        </label>
      </div>
    </details>
  )
}
