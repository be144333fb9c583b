import type { ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** Starts an item from a link; the visitor continues after sign-in. */
export function QuickLinkForm() {
  return (
    <QuickCreateForm kind="link" title="Create Tip Link">
      <Input
        id="quick-link"
        name="link"
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={limits.maxLinkUrlLength}
        placeholder="https://your-link.com"
      />
    </QuickCreateForm>
  )
}

/** Starts an item from a text. */
export function QuickTextForm() {
  return (
    <QuickCreateForm kind="text" title="Create Text Tip">
      <Textarea
        id="quick-text"
        name="text"
        rows={1}
        maxLength={limits.maxTextContentLength}
        placeholder="A recipe, a poem, a license key…"
        className="min-h-[46px] resize-none py-2.5"
      />
    </QuickCreateForm>
  )
}

type QuickCreateFormProps = { kind: 'link' | 'text'; title: string; children: ReactNode }

function QuickCreateForm({ kind, title, children }: QuickCreateFormProps) {
  return (
    <Card>
      <form data-keep={kind} className="grid h-full content-between gap-3.5">
        <h2 className="text-lg">
          <label htmlFor={`quick-${kind}`}>{title}</label>
        </h2>
        {children}
        <Button variant="secondary" type="submit" fullWidth>
          {title}
        </Button>
      </form>
    </Card>
  )
}
