import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** A native dialog, so the page needs no library. */
export function BuyAgainDialog() {
  return (
    <dialog
      data-buy-again
      aria-labelledby="buy-again"
      className="m-auto w-[min(460px,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-6 text-ink shadow-md backdrop:bg-veil"
    >
      <form method="dialog" className="grid gap-4">
        <h2 id="buy-again" className="text-xl">
          You already own this. Buy again?
        </h2>
        <p className="text-ink-soft">You can open it anytime, at no extra cost.</p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button type="submit" variant="tertiary" value="">
            Cancel
          </Button>
          <Button type="submit" variant="secondary" value="again">
            Buy again
          </Button>
          <LinkButton href="/lost-link" data-owned>
            Open my purchase
          </LinkButton>
        </div>
      </form>
    </dialog>
  )
}
