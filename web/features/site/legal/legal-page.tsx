import { FileText } from 'lucide-react'
import type { ComponentType } from 'react'
import { getLegalPage, type LegalPage, type LegalPageName } from '../../../../contract/legal-pages.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LegalText } from '../../../shared/legal-text.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { formatLongDate } from '../../../ui/format.ts'

/** The page of each name; the router renders them without props. */
export const legalPages: Record<LegalPageName, ComponentType> = {
  terms: () => <LegalDocument page="terms" />,
  privacy: () => <LegalDocument page="privacy" />,
  refunds: () => <LegalDocument page="refunds" />,
  imprint: () => <LegalDocument page="imprint" />,
}

function LegalDocument({ page }: { page: LegalPageName }) {
  const { data } = useApiQuery(getLegalPage, { params: { page } })
  if (!data)
    return <PageLoadError icon={<FileText aria-hidden />} href={`/${page}`} reassurance="nothing is lost" />
  return (
    <article className="mx-auto grid max-w-[65ch] gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1 className="text-2xl sm:text-[2.2rem]">{data.title}</h1>
        <Version publishedAt={data.publishedAt} />
      </header>
      <LegalText html={data.html} />
    </article>
  )
}

function Version({ publishedAt }: Pick<LegalPage, 'publishedAt'>) {
  if (publishedAt) return <p className="text-ink-faint text-sm">Version of {formatLongDate(publishedAt)}</p>
  return (
    <p className="rounded-md bg-sunken px-4 py-3 text-ink-soft text-sm">
      This is a starting text. The operator of this site hasn’t checked it yet.
    </p>
  )
}
