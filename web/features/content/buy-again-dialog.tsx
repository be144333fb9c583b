import { Button } from '../../ui/button.tsx'

/** The browser's own dialog: the page needs no library for it. */
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
        <p className="text-ink-soft">
          You can open what you bought with the access link in your e-mail, as often as you like.
        </p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button type="submit" variant="ghost" value="">
            Cancel
          </Button>
          <Button type="submit" value="again">
            Buy again
          </Button>
        </div>
      </form>
    </dialog>
  )
}
