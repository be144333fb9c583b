import { limits } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** Begins a tip link from an address; the visitor goes on after sign-in. */
export function LinkTip() {
  return (
    <Card>
      <form data-keep="link" className="grid h-full content-between gap-3.5">
        <h2 className="text-lg">
          <label htmlFor="quick-link">Create Tip Link</label>
        </h2>
        <Input
          id="quick-link"
          name="link"
          type="url"
          inputMode="url"
          autoComplete="url"
          maxLength={limits.linkUrl}
          placeholder="https://your-link.com"
        />
        <Button variant="ghost" type="submit" block>
          Create Tip Link
        </Button>
      </form>
    </Card>
  )
}

/** The same from a text. */
export function TextTip() {
  return (
    <Card>
      <form data-keep="text" className="grid h-full content-between gap-3.5">
        <h2 className="text-lg">
          <label htmlFor="quick-text">Create Text Tip</label>
        </h2>
        <Textarea
          id="quick-text"
          name="text"
          rows={1}
          maxLength={limits.textContent}
          placeholder="A recipe, a poem, a key…"
          className="min-h-[46px] resize-none py-2.5"
        />
        <Button variant="ghost" type="submit" block>
          Create Text Tip
        </Button>
      </form>
    </Card>
  )
}
