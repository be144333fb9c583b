/** The pay card's DOM elements. */
export type PayCardElements = {
  contentId: number
  currency: string
  /** A decimal string: the price or the minimum. */
  minimum: string
  /** A creator's test purchase of their own item; the form is submitted natively. */
  isTestPurchase: boolean
  form: HTMLFormElement
  /** Only with pay what you want. */
  amount: HTMLInputElement | null
  /** Shows why no payment was started. */
  notice: HTMLElement | null
  payButtons: Array<HTMLElement>
  payBar: HTMLElement | null
  paid: HTMLElement
  status: HTMLElement
  download: HTMLButtonElement
  /** Opens the access page, where a file can be viewed or played. Only for files. */
  open: HTMLButtonElement | null
}

/** Undefined when there is nothing to buy; the page shows why. */
export function findPayCard(page: Document): PayCardElements | undefined {
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
    isTestPurchase: trial !== undefined,
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

/** Shows a spinner, keeps the width and blocks further clicks. */
export function setBusy(button: HTMLElement, busy: boolean): void {
  for (const name of ['aria-busy', 'aria-disabled']) {
    if (busy) button.setAttribute(name, 'true')
    else button.removeAttribute(name)
  }
}

export function isSubmitting(button: HTMLElement): boolean {
  return button.ariaBusy === 'true'
}

/** Switches the card between the paid state and the price. */
export function showPaid(card: PayCardElements, paid: boolean): void {
  card.paid.hidden = !paid
  card.form.hidden = paid
  if (!card.payBar) return
  card.payBar.toggleAttribute('data-off', paid)
  if (paid) card.payBar.hidden = true
}
