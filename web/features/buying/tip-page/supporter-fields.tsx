import { useEffect, useRef, useState } from 'react'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'

const fieldsId = 'supporter-fields'

/** Whether the fields for a name and a message are there. What was typed stays for who opens them again, and is left out until then. */
export function useSupporterFields({ supporterName, supporterMessage }: PayFormDefaults) {
  const [isOpen, setIsOpen] = useState(Boolean(supporterName || supporterMessage))
  const [wasToggled, setWasToggled] = useState(false)
  return {
    isOpen,
    isLeftOut: wasToggled && !isOpen,
    toggle() {
      setWasToggled(true)
      setIsOpen(!isOpen)
    },
    wasOpened: wasToggled && isOpen,
  }
}

type SupporterFieldsProps = { defaults: PayFormDefaults; state: ReturnType<typeof useSupporterFields> }

/** The supporter's name and message, above the pay button. Without a script they are always there. */
export function SupporterFields({ defaults, state }: SupporterFieldsProps) {
  const { supporterName, supporterMessage, isSupporterPrivate } = defaults
  const fields = useRef<HTMLFieldSetElement>(null)

  // Moves the focus to what the press has opened.
  useEffect(() => {
    if (state.wasOpened) fields.current?.querySelector('input')?.focus()
  }, [state.wasOpened])
  return (
    <fieldset
      ref={fields}
      id={fieldsId}
      disabled={state.isLeftOut}
      className={`min-w-0 gap-4 [&_:is(input,textarea)]:scroll-mb-28 noscript:grid ${state.isOpen ? 'grid' : 'hidden'}`}
    >
      <legend className="sr-only">Your name and message</legend>
      <Field label="Your name" name="supporterName" isOptional>
        <Input
          autoComplete="nickname"
          maxLength={screenLimits.maxSupporterNameLength}
          defaultValue={supporterName}
        />
      </Field>
      <Field
        label="Message to the creator"
        name="supporterMessage"
        isOptional
        hint="The creator may show your name and message on this page."
      >
        <Textarea
          rows={2}
          maxLength={screenLimits.maxSupporterMessageLength}
          defaultValue={supporterMessage}
        />
      </Field>
      <label className="-my-2 flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="isSupporterPrivate"
          value="yes"
          defaultChecked={isSupporterPrivate}
          className="size-5 shrink-0 accent-brand"
        />
        Only the creator can see this
      </label>
    </fieldset>
  )
}

/** Opens the fields and leaves them out. Below the pay button, so that the button stays where it is without them. */
export function SupporterToggle({ state }: Pick<SupporterFieldsProps, 'state'>) {
  return (
    <button
      type="button"
      aria-expanded={state.isOpen}
      aria-controls={fieldsId}
      onClick={state.toggle}
      className="-my-2 min-h-11 justify-self-center font-semibold text-brand underline decoration-1 underline-offset-3 noscript:hidden"
    >
      {state.isOpen ? 'Leave out the message' : 'Add your name or a message'}
    </button>
  )
}
