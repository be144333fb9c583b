import { useState } from 'react'
import { type Branding, getBranding, removeLogo, setLogo, updateBranding } from '../../../../contract/pro.ts'
import { site } from '../../../../contract/site.ts'
import { isHexColor } from '../../../../domain/brand-palette.ts'
import { request } from '../../../api/client.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { BrandPreview } from '../../../shared/brand-preview.tsx'
import { ProFeatureNotice } from '../../../shared/pro.tsx'
import { QueryState } from '../../../shared/query-state.tsx'
import { SaveBarForm } from '../../../shared/save-bar-form.tsx'
import { useImageUpload } from '../../../shared/use-image-upload.ts'
import { Section } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { formSchema } from '../../../ui/form-schema.ts'
import { ImagePicker } from '../../../ui/image-picker.tsx'
import { Input } from '../../../ui/input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'

export function BrandingSection({ isPro }: { isPro: boolean }) {
  const read = useApiQuery(getBranding)
  return (
    <Section
      id="branding"
      title="Custom branding"
      description="Your color and logo on your tip pages, at checkout and on buyers’ purchase pages."
    >
      {!isPro && <ProFeatureNotice feature="Custom branding" />}
      <QueryState query={read} subject="Your branding" skeleton={<Skeleton shape="block" className="h-24" />}>
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

const changeNames = { accentColor: 'color', hidesPlatformName: 'page name' }

function BrandingForm({ branding }: { branding: Branding }) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(updateBranding, {
    onSuccess: () => toast({ title: 'Branding saved', tone: 'success' }),
  })
  return (
    <div className="grid gap-6">
      <LogoPicker logo={branding.logoUrl} onChange={() => void refresh(getBranding)} />
      <SaveBarForm
        schema={brandingSchema}
        changeNames={changeNames}
        onSave={async (body) => {
          await send.mutateAsync({ body })
          await refresh(getBranding)
        }}
        error={send.error}
        isSaving={send.isPending}
      >
        <BrandingFields branding={branding} />
      </SaveBarForm>
    </div>
  )
}

function BrandingFields({ branding }: { branding: Branding }) {
  const [color, setColor] = useState(branding.accentColor ?? '')
  return (
    <div className="grid max-w-[460px] gap-5">
      <Field
        label="Color"
        name="accentColor"
        hint="Leave blank to use ours. We adjust it where needed so text stays readable."
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
      <Checkbox name="hidesPlatformName" value="true" defaultChecked={branding.hidesPlatformName}>
        Hide the {site().name} name on your pages
      </Checkbox>
      <BrandPreview color={color} />
    </div>
  )
}

type LogoPickerProps = { logo: string | null; onChange: () => void }

function LogoPicker({ logo, onChange }: LogoPickerProps) {
  const imageState = useImageUpload<Branding>({
    label: 'Logo',
    upload: (form) => uploadFormData(setLogo, form),
    remove: () => request(removeLogo),
    onChange,
  })
  return (
    <div className="grid gap-2">
      <p className="font-semibold">Logo</p>
      {logo && (
        <img src={logo} alt="Your logo" className="h-10 w-auto max-w-[240px] object-contain object-left" />
      )}
      <ImagePicker
        label="Logo"
        hint="A wide image on a transparent background works best. PNG, WebP, JPEG, GIF or AVIF, up to 10 MB."
        hasImage={logo !== null}
        state={imageState}
      />
    </div>
  )
}
