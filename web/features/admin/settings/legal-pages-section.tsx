import { legalPageNames } from '../../../../contract/legal-page-names.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useCanAct } from '../admin-only.tsx'

const labels = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', imprint: 'Imprint' } as const

/** Links to the editors of the legal pages. */
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
              {canAct ? 'Edit' : 'Read'} {labels[page]}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
