import { Suspense, useContext, useEffect, useRef, useState } from 'react'
import { limits } from '../../../../../contract/limits.ts'
import { Field, FormErrorsContext } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'

const Article = lazyComponent(async () => (await import('../../../../shared/article.tsx')).Article)

type TextInputProps = { name: string; defaultValue: string | undefined }

/** A text to sell, and how buyers will read it. */
export function TextInput({ name, defaultValue }: TextInputProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [shown, setShown] = useState('')
  const error = useContext(FormErrorsContext)[name]

  // An error is at the field.
  useEffect(() => {
    if (error !== undefined) setView('write')
  }, [error])
  function choose(next: 'write' | 'preview') {
    setShown(input.current?.value ?? '')
    setView(next)
  }
  return (
    <Tabs
      label="How the text is shown"
      value={view}
      onChange={choose}
      tabs={[
        {
          value: 'write',
          label: 'Write',
          panelLabel: 'Write',
          panel: (
            <Field
              label="Text"
              name={name}
              hint="Only buyers see it. # heading, - list, > quote, **bold**, *italic*, [link](https://…)"
            >
              <Textarea
                ref={input}
                rows={6}
                size="lg"
                maxLength={limits.maxTextContentLength}
                placeholder="A recipe, a poem, a license key…"
                defaultValue={defaultValue}
              />
            </Field>
          ),
        },
        {
          value: 'preview',
          label: 'Preview',
          panelLabel: 'Preview of the text',
          panel: view === 'preview' && <Preview text={shown} />,
        },
      ]}
    />
  )
}

function Preview({ text }: { text: string }) {
  return (
    <div className="max-h-[70vh] overflow-y-auto rounded-md border border-line-strong p-5">
      {text.trim() === '' ? (
        <p className="text-ink-faint">Nothing to show yet.</p>
      ) : (
        <Suspense fallback={<Spinner size="md" className="text-brand" />}>
          <Article text={text} className="text-base!" />
        </Suspense>
      )}
    </div>
  )
}
