import { useState } from 'react'
import { type Branding, getBranding, updateBranding } from '../../../contract/pro.ts'
import { isHexColor } from '../../../domain/brand-palette.ts'
import { formMessage } from '../../api/api-error.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../api/query-hooks.ts'
import { ProFeatureNotice } from '../../shared/pro-feature-notice.tsx'
import { QueryState } from '../../shared/query-state.tsx'
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

/** An accent color and a logo for the pages that buyers see. */
export function BrandingSection({ isPro }: { isPro: boolean }) {
  const read = useApiQuery(getBranding)
  return (
    <Section
      id="branding"
      title="Custom branding"
      description="Your color and logo on your tip pages, at checkout and on buyers’ purchase pages."
    >
      {!isPro && <ProFeatureNotice feature="Custom branding" />}
      <QueryState query={read} subject="Your branding" skeleton={<Skeleton className="h-24 rounded-sm" />}>
        {(branding) => isPro && <BrandingForm branding={branding} />}
      </QueryState>
    </Section>
  )
}

const brandingSchema = formSchema({
  accentColor: (typed) =>
    typed === '' || isHexColor(typed) ? { value: typed } : { error: 'Enter a color like #0e6b4a' },
  hidesPlatformName: (typed) => ({ value: typed === 'true' }),
})

function BrandingForm({ branding }: { branding: Branding }) {
  const refresh = useInvalidateQueries()
  const [color, setColor] = useState(branding.accentColor ?? '')
  const send = useApiMutation(updateBranding, {
    async onSuccess() {
      await refresh(getBranding)
      toast({ title: 'Branding saved', tone: 'success' })
    },
  })
  const { error } = send
  return (
    <div className="grid gap-6">
      <LogoPicker logo={branding.logoUrl} onChange={() => void refresh(getBranding)} />
      <Form
        schema={brandingSchema}
        onSubmit={(body) => send.mutate({ body })}
        errors={error?.fields}
        className="grid max-w-[460px] gap-5"
      >
        <Field
          label="Color"
          name="accentColor"
          hint="Leave blank to use ours. We adjust it where needed so text stays readable."
          error={formMessage('accentColor', error)}
        >
          <Input
            value={color}
            onChange={({ target }) => setColor(target.value)}
            placeholder="#0e6b4a"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
          />
        </Field>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="hidesPlatformName"
            value="true"
            defaultChecked={branding.hidesPlatformName}
            className="size-5 accent-brand"
          />
          Hide the Tipdrop name on your pages
        </label>
        <BrandPreview color={color} />
        <Button type="submit" isLoading={send.isPending} className="justify-self-start">
          Save branding
        </Button>
      </Form>
    </div>
  )
}
