import type { LegalPageVersion } from '../../../../contract/legal-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { AdminOnly } from '../admin-only.tsx'

type LegalVersionsProps = { versions: ReadonlyArray<LegalPageVersion>; onRestore: (markdown: string) => void }

/** The published versions, newest first. Restoring one only fills the editor. */
export function LegalVersions({ versions, onRestore }: LegalVersionsProps) {
  if (versions.length === 0) return null
  return (
    <Card>
      <section aria-labelledby="legal-versions" className="grid gap-3">
        <h2 id="legal-versions" className="text-lg">
          Versions
        </h2>
        <ol className="m-0 grid list-none gap-2 p-0">
          {versions.map(({ id, markdown, publishedBy, publishedAt }, index) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="wrap-anywhere">
                <LocalTime iso={publishedAt} /> by {publishedBy}
                {index === 0 && ' (published)'}
              </span>
              {index > 0 && (
                <AdminOnly>
                  <Button variant="tertiary" size="sm" onClick={() => onRestore(markdown)}>
                    Edit this version
                  </Button>
                </AdminOnly>
              )}
            </li>
          ))}
        </ol>
      </section>
    </Card>
  )
}
