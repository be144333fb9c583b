import { useState } from 'react'
import { listContent } from '../../../../contract/content.ts'
import { type Branding, getBranding, removeLogo, setLogo, updateBranding } from '../../../../contract/pro.ts'
import { site } from '../../../../contract/site.ts'
import { isHexColor } from '../../../../domain/brand-palette.ts'
import { request } from '../../../api/client.ts'
import { useApiMutation, useApiQuery, useCurrentUser, useInvalidateQueries } from '../../../api/query.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { type BrandedItem, BrandPreview } from '../../../shared/brand-preview.tsx'
import { categoryLabel } from '../../../shared/content-format.ts'
import { ProFeatureNotice } from '../../../shared/pro.tsx'
import { QueryState } from '../../../shared/query-state.tsx'
import { SaveBarForm } from '../../../shared/save-bar-form.tsx'
import { useImageUpload } from '../../../shared/use-image-upload.ts'
import { Section } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formSchema } from '../../../ui/form-schema.ts'
import { formatMoney } from '../../../ui/format.ts'
import { ImagePicker } from '../../../ui/image-picker.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { ColorField } from './color-field.tsx'

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
  const { item, covers } = useOwnItems()
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <ColorField color={color} onChange={setColor} covers={covers} />
        <Checkbox name="hidesPlatformName" value="true" defaultChecked={branding.hidesPlatformName}>
          Hide the {site().name} name on your pages
        </Checkbox>
      </div>
      <BrandPreview color={color} item={item} />
    </div>
  )
}

const maxCovers = 4

/** The creator's newest item with a picture, or the newest one; and the newest covers. */
function useOwnItems(): { item?: BrandedItem; covers: Array<string> } {
  const items = useApiQuery(listContent).data
  const covers = items?.flatMap(({ previewImage }) => previewImage ?? []).slice(0, maxCovers) ?? []
  const viewer = useCurrentUser().data
  const shown = items?.find(({ previewImage }) => previewImage !== null) ?? items?.[0]
  if (!shown) return { covers }
  const item = {
    title: shown.title,
    creator: viewer?.firstName ?? 'you',
    price: formatMoney(String(shown.price), shown.currency),
    category: categoryLabel(shown.category),
    image: shown.previewImage,
    pond: shown.pond,
  }
  return { item, covers }
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
