import { getInstance } from '../../../../../contract/instance.ts'
import { resetInstanceSetting, setSiteLogo } from '../../../../../contract/instance-settings.ts'
import { legalPageNames } from '../../../../../contract/legal-pages.ts'
import { site } from '../../../../../contract/site.ts'
import { request } from '../../../../api/client.ts'
import { useApiQuery, useInvalidateQueries } from '../../../../api/query.ts'
import { uploadFormData } from '../../../../api/upload-form-data.ts'
import { useImageUpload } from '../../../../shared/use-image-upload.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { ImagePicker } from '../../../../ui/image-picker.tsx'
import { AdminOnly, useCanAct } from '../admin-layout.tsx'

const labels = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds' } as const

export function LegalPagesSection() {
  const canAct = useCanAct()
  return (
    <Section
      id="legal"
      title="Legal pages"
      description="They are linked on every page, at checkout and in emails. They begin with a starting text: have it checked before you rely on it."
    >
      <ul className="m-0 grid list-none gap-3 p-0 sm:grid-cols-2">
        {legalPageNames.map((page) => (
          <li key={page}>
            <LinkButton variant="secondary" href={`/admin/settings/legal/${page}`} className="w-full">
              {canAct ? 'Edit' : 'Read'} {page === 'imprint' ? site().imprintName : labels[page]}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
