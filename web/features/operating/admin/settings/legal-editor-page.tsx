import { useState } from 'react'
import { useParams } from 'wouter'
import {
  getLegalPageSource,
  type LegalPageName,
  type LegalPageSource,
  type LegalPageVersion,
  legalPageNames,
  previewLegalPage,
  publishLegalPage,
} from '../../../../../contract/legal-pages.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../../api/query.ts'
import { LegalText } from '../../../../shared/legal-text.tsx'
import { useUnsavedChangesPrompt } from '../../../../shared/use-unsaved-changes-prompt.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { toast } from '../../../../ui/toast.ts'
import { AdminLayout, AdminOnly, useCanAct } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'

/** `/admin/settings/legal/:page`: the Markdown of a legal page, its preview and its versions. */
export function LegalEditorPage() {
  const { page: name = '' } = useParams()
  const page = legalPageNames.find((candidate) => candidate === name) ?? 'terms'
  const read = useApiQuery(getLegalPageSource, { params: { page } })
  return (
    <AdminLayout
      title={read.data?.title ?? 'Legal page'}
      description="Write in Markdown. Every published version is kept with its date."
      back={{ href: '/admin/settings/legal', label: 'Legal pages' }}
    >
      <AdminQueryState query={read} subject="The page">
        {(source) => <Editor key={`${page} ${source.versions[0]?.id}`} page={page} source={source} />}
      </AdminQueryState>
    </AdminLayout>
  )
}

function Editor({ page, source }: { page: LegalPageName; source: LegalPageSource }) {
  const canAct = useCanAct()
  const [text, setText] = useState(source.markdown)
  const refresh = useInvalidateQueries()
  const preview = useApiMutation(previewLegalPage)
  const publish = useApiMutation(publishLegalPage, {
    onSuccess: () => {
      toast({ title: `${source.title} published`, tone: 'success' })
      void refresh(getLegalPageSource)
    },
  })
  const isChanged = text !== source.markdown
  const prompt = useUnsavedChangesPrompt(isChanged, () => setText(source.markdown))
  const error = publish.error ?? preview.error
  const isUnchecked = source.versions.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isUnchecked && (
          <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
            This is a starting text. Have it checked, then publish it as your own.
          </p>
        )}
        <Field
          label="Text"
          name="markdown"
          hint={`Placeholders: ${source.placeholders.map(({ name }) => `{{${name}}}`).join(' ')}`}
          {...(error && { error: error.fields.markdown ?? error.userMessage })}
        >
          <Textarea
            value={text}
            readOnly={!canAct}
            onChange={({ target }) => setText(target.value)}
            rows={18}
            size="document"
          />
        </Field>
        <AdminOnly>
          <div className="flex flex-wrap gap-3">
            <Button
              isLoading={publish.isPending}
              disabled={!isChanged && !isUnchecked}
              onClick={() =>
                publish.mutate({
                  params: { page },
                  body: { markdown: text, basedOn: source.versions[0]?.id ?? null },
                })
              }
            >
              Publish
            </Button>
            <Button
              variant="secondary"
              isLoading={preview.isPending}
              onClick={() => preview.mutate({ params: { page }, body: { markdown: text } })}
            >
              Preview
            </Button>
            <Button variant="tertiary" onClick={() => setText(source.startingText)}>
              Use the starting text
            </Button>
          </div>
        </AdminOnly>
      </Card>
      {preview.data && (
        <Card>
          <section aria-labelledby="legal-preview">
            <h2 id="legal-preview" className="mb-4 text-ink-soft text-lg">
              Preview
            </h2>
            <p className="mb-4 text-2xl">{preview.data.title}</p>
            <LegalText html={preview.data.html} />
          </section>
        </Card>
      )}
      <LegalVersions versions={source.versions} onRestore={setText} />
      {prompt}
    </div>
  )
}

type LegalVersionsProps = { versions: ReadonlyArray<LegalPageVersion>; onRestore: (markdown: string) => void }

/** The published versions, newest first. Restoring one only fills the editor. */
function LegalVersions({ versions, onRestore }: LegalVersionsProps) {
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
