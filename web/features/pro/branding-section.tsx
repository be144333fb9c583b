import { useState } from 'react'
import { type Branding, getBranding, updateBranding } from '../../../contract/pro.ts'
import { isColour } from '../../../domain/brand.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { useRead, useRefresh, useSend } from '../../api/hooks.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { BrandPreview } from './brand-preview.tsx'
import { LogoPicker } from './logo-picker.tsx'
import { ProHint } from './pro-hint.tsx'

/** A colour and a logo of one's own on the pages that buyers see. */
export function BrandingSection({ isPro }: { isPro: boolean }) {
  const read = useRead(getBranding)
  return (
    <Section
      id="branding"
      title="Custom branding"
      text="Your colour and your logo on your tip pages, at checkout and on what buyers open later."
    >
      {!isPro && <ProHint what="Custom branding" />}
      <WhenLoaded read={read} what="Your branding" waiting={<Skeleton className="h-24 rounded-sm" />}>
        {(branding) => isPro && <BrandingForm branding={branding} />}
      </WhenLoaded>
    </Section>
  )
}

const schema = formSchema({
  accentColor: (typed) =>
    typed === '' || isColour(typed) ? { value: typed } : { wrong: 'Enter a colour like #0e6b4a' },
  hideBrand: (typed) => ({ value: typed === 'true' }),
})

function BrandingForm({ branding }: { branding: Branding }) {
  const refresh = useRefresh()
  const [colour, setColour] = useState(branding.accentColor ?? '')
  const send = useSend(updateBranding, {
    async done() {
      await refresh(getBranding)
      toast({ title: 'Branding saved', tone: 'success' })
    },
  })
  const { error } = send
  return (
    <div className="grid gap-6">
      <LogoPicker logo={branding.logo} onChange={() => void refresh(getBranding)} />
      <Form
        schema={schema}
        onSubmit={(body) => send.mutate({ body })}
        errors={error?.fields}
        className="grid max-w-[460px] gap-5"
      >
        <Field
          label="Colour"
          name="accentColor"
          hint="Empty for ours. It is made darker or lighter where it could not be read."
          error={sentenceAt('accentColor', error)}
        >
          <Input
            value={colour}
            onChange={({ target }) => setColour(target.value)}
            placeholder="#0e6b4a"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
          />
        </Field>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="hideBrand"
            value="true"
            defaultChecked={branding.hideBrand}
            className="size-5 accent-brand"
          />
          Hide the name Tipdrop on your pages
        </label>
        <BrandPreview colour={colour} />
        <Button type="submit" busy={send.isPending} className="justify-self-start">
          Save branding
        </Button>
      </Form>
    </div>
  )
}
