import { Button } from '../../../ui/button.tsx'

/** What the code makes free needs no card: the form is posted and leads to the access page. */
export function FreeCheckout({ contentId, code }: { contentId: number; code: string }) {
  return (
    <form method="post" action={`/p/${contentId}`} className="grid gap-3">
      <p className="text-ink-soft">
        {code ? 'With your code it costs nothing.' : 'It costs nothing.'} No card, no email needed.
      </p>
      <input type="hidden" name="code" value={code} />
      <Button type="submit" size="lg" fullWidth data-pay-button>
        Get it free
      </Button>
    </form>
  )
}
