import { resetInstanceSetting, setSiteLogo } from '../../../../contract/admin-settings.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { site } from '../../../../contract/site.ts'
import { request } from '../../../api/client.ts'
import { useApiQuery, useInvalidateQueries } from '../../../api/query-hooks.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { useImageUpload } from '../../../shared/use-image-upload.ts'
import { ImagePicker } from '../../../ui/image-picker.tsx'
import { Section } from '../../../ui/section.tsx'
import { AdminOnly } from '../admin-only.tsx'

/** The site's logo, instead of our drop and the site's name. */
export function SiteLogoSection() {
  const refresh = useInvalidateQueries()
  const { data } = useApiQuery(getInstance)
  const logoUrl = data?.logoUrl ?? null
  const imageState = useImageUpload<unknown>({
    label: 'Logo',
    upload: (form) => uploadFormData(setSiteLogo, form),
    remove: () => request(resetInstanceSetting, { params: { key: 'logoKey' } }),
    onChange: () => void refresh({ path: '/api/instance' }, { path: '/api/admin/settings' }),
  })
  return (
    <Section
      id="logo"
      title="Logo"
      description="At the top of every page and email. Reload the page to see a new one in the header."
    >
      {logoUrl ? (
        <img
          src={logoUrl}
          alt={`Logo of ${site().name}`}
          className="h-10 w-auto max-w-[240px] object-contain object-left"
        />
      ) : (
        <p className="text-ink-soft">No logo yet: pages show the name of the site.</p>
      )}
      <AdminOnly>
        <ImagePicker
          label="Logo"
          hint="A wide image on a transparent background works best. PNG, WebP, JPEG, GIF or AVIF, up to 10 MB."
          hasImage={logoUrl !== null}
          state={imageState}
        />
      </AdminOnly>
    </Section>
  )
}
