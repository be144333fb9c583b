import { type FormEvent, type ReactNode, useState } from 'react'
import { startSignIn } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { parseTypedLink } from '../../../shared/typed-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { continueAfterSignIn, uploadPath } from './continue-after-sign-in.ts'

type Kind = 'link' | 'text'

function QuickCreate({ kind }: { kind: Kind }) {
  const [error, setError] = useState<string>()
  const title = kind === 'link' ? 'Create Tip Link' : 'Create Text Tip'

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = event.currentTarget.querySelector<HTMLInputElement>(`#quick-${kind}`)?.value.trim() ?? ''
    if (typed === '') return
    if (kind === 'text') return continueAfterSignIn({ text: typed })
    const link = parseTypedLink(typed)
    if (link) continueAfterSignIn({ link })
    else setError('Enter a link like https://example.com')
  }
  return (
    <Card>
      {/* Without its code the form still submits, and the upload form asks for the input again. The inputs have no
      name, so that what only buyers may see is not part of the address then. */}
      <form
        action={startSignIn.path}
        noValidate
        onSubmit={handleSubmit}
        onInput={() => setError(undefined)}
        className="grid h-full grid-rows-[auto_1fr_auto] gap-3.5"
      >
        <input type="hidden" name="returnTo" value={uploadPath(kind)} />
        <h2 className="text-lg">
          <label htmlFor={`quick-${kind}`}>{title}</label>
        </h2>
        <div className="grid content-start gap-1.5">
          {kind === 'link' ? <LinkInput isInvalid={error !== undefined} /> : <TextInput />}
          {error && (
            <p id="quick-link-error" className="text-danger text-sm">
              {error}
            </p>
          )}
        </div>
        <Button variant="secondary" type="submit" fullWidth>
          {title}
        </Button>
      </form>
    </Card>
  )
}

function LinkInput({ isInvalid }: { isInvalid: boolean }): ReactNode {
  return (
    <Input
      id="quick-link"
      type="url"
      inputMode="url"
      autoComplete="url"
      maxLength={limits.maxLinkUrlLength}
      placeholder="https://your-link.com"
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? 'quick-link-error' : undefined}
    />
  )
}

function TextInput(): ReactNode {
  return (
    <Textarea
      id="quick-text"
      rows={3}
      maxLength={limits.maxTextContentLength}
      placeholder="A recipe, a poem, a license key…"
      size="compact"
    />
  )
}

export const quickCreateIsland: IslandDefinition<{ kind: Kind }> = {
  name: 'quick-create',
  entry: 'web/features/site/landing/quick-create.island.tsx',
  Component: QuickCreate,
}
