import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { startSignIn } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { parseTypedLink } from '../../../shared/typed-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import type { Chosen } from './chosen.ts'
import { uploadPath } from './keep-page.ts'

type QuickCreateProps = {
  kind: 'link' | 'text'
  onChoose: (chosen: Chosen) => void
}

export function QuickCreate({ kind, onChoose }: QuickCreateProps) {
  const [error, setError] = useState<string>()
  const title = kind === 'link' ? 'Create Tip Link' : 'Create Text Tip'
  const id = `quick-${kind}`

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = event.currentTarget.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? ''
    if (typed === '') return
    if (kind === 'text') return onChoose({ text: typed })
    const link = parseTypedLink(typed)
    if (link) onChoose({ link })
    else setError('Enter a link like https://example.com')
  }
  return (
    <Card padding="none" className="p-4">
      {/* Without its code the form still submits, and the upload form asks for the input again. The inputs have no
      name, so that what only buyers may see is not part of the address then. */}
      <form
        action={startSignIn.path}
        noValidate
        onSubmit={handleSubmit}
        onInput={() => setError(undefined)}
        className="group/quick grid grid-cols-[minmax(0,1fr)] gap-2.5"
      >
        <input type="hidden" name="returnTo" value={uploadPath(kind)} />
        <h2 className="text-lg">
          <label htmlFor={id}>{title}</label>
        </h2>
        <div className="flex items-start gap-2">
          {kind === 'link' ? (
            <Input
              id={id}
              type="url"
              inputMode="url"
              autoComplete="url"
              maxLength={limits.maxLinkUrlLength}
              placeholder="https://your-link.com"
              aria-invalid={error !== undefined || undefined}
              aria-describedby={error && 'quick-link-error'}
              className="min-w-0 text-ellipsis"
            />
          ) : (
            <Textarea
              id={id}
              rows={1}
              maxLength={limits.maxTextContentLength}
              placeholder="Write or paste it"
              size="compact"
              // It stays open while its button is pressed, which would move away from the pointer otherwise.
              className="h-[46px]! min-h-0! min-w-0 resize-none! group-not-focus-within/quick:overflow-hidden group-not-focus-within/quick:whitespace-nowrap group-focus-within/quick:h-40!"
            />
          )}
          <Button variant="secondary" type="submit" className="size-[46px] flex-none px-0">
            <ArrowRight aria-hidden />
            <span className="sr-only">{title}</span>
          </Button>
        </div>
        {error && (
          <p id="quick-link-error" className="text-danger text-sm">
            {error}
          </p>
        )}
      </form>
    </Card>
  )
}
