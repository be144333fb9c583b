/** The parts of the pay card that the script works with. */
export type Card = {
  contentId: number
  currency: string
  /** A decimal string: the price, or the least one may pay. */
  minimum: string
  /** A creator's test of their own item: the form goes to the server as it is. */
  isTrial: boolean
  form: HTMLFormElement
  /** Only where one pays what one wants. */
  amount: HTMLInputElement | null
  /** Says why nothing was started. */
  notice: HTMLElement | null
  payButtons: Array<HTMLElement>
  payBar: HTMLElement | null
  paid: HTMLElement
  status: HTMLElement
  download: HTMLButtonElement
  /** Opens the buyer's own page, where a file can be viewed or played too. Only for a file. */
  open: HTMLButtonElement | null
}

/** Undefined where there is nothing to buy: the page says so itself. */
export function findPayCard(page: Document): Card | undefined {
  const form = page.querySelector<HTMLFormElement>('form#pay')
  const paid = page.querySelector<HTMLElement>('[data-paid]')
  const status = paid?.querySelector<HTMLElement>('[data-status]')
  const download = paid?.querySelector<HTMLButtonElement>('[data-download]')
  if (!form || !paid || !status || !download) return undefined
  const { content, currency = '', minimum = '', trial } = form.dataset
  return {
    contentId: Number(content),
    currency,
    minimum,
    isTrial: trial !== undefined,
    form,
    amount: form.querySelector('input[name=amount]'),
    notice: form.querySelector('[data-notice]'),
    payButtons: [...page.querySelectorAll<HTMLElement>('[data-pay]')],
    payBar: page.querySelector('[data-pay-bar]'),
    paid,
    status,
    download,
    open: paid.querySelector('[data-open]'),
  }
}

/** Works, keeps its place, and takes no second press. */
export function setBusy(button: HTMLElement, busy: boolean): void {
  for (const name of ['aria-busy', 'aria-disabled']) {
    if (busy) button.setAttribute(name, 'true')
    else button.removeAttribute(name)
  }
}

export function isSubmitting(button: HTMLElement): boolean {
  return button.ariaBusy === 'true'
}

/** Turns the card over: to what was bought, or back to the price. */
export function showPaid(card: Card, paid: boolean): void {
  card.paid.hidden = !paid
  card.form.hidden = paid
  if (!card.payBar) return
  card.payBar.toggleAttribute('data-off', paid)
  if (paid) card.payBar.hidden = true
}
