import { type ContentKind, UploadFields } from '../../../contract/content.ts'
import { readTyped } from '../../../domain/price.ts'

/** The form's text fields by name, as they stand. */
export type Typed = Record<string, string>

export const nothingTyped: Typed = {
  title: '',
  description: '',
  pricingModel: 'fixed',
  price: '',
  minimumPrice: '',
  category: 'other',
  accessType: 'download',
  linkUrl: '',
  textContent: '',
}

/** What a person's own settings fill in. */
const filledIn = ['chips', 'showSupporters']

/** Whether a person has typed or chosen anything that would be missed. */
export function isTyped(typed: Typed): boolean {
  return Object.entries(typed).some(
    ([name, value]) =>
      !filledIn.includes(name) && value !== (nothingTyped[name] ?? (name === 'kind' ? 'file' : '')),
  )
}

/** A person's own settings as the form takes them; without them the form is there all the same. */
export function defaultsOf(account: { chips: string; showSupporters: boolean } | undefined): Typed {
  if (!account) return {}
  return { chips: account.chips, ...(account.showSupporters && { showSupporters: 'true' }) }
}

export function typedIn(form: HTMLFormElement): Typed {
  const texts = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** The form with its prices as decimal strings. A price that cannot be read stays as typed, to be refused. */
export function withReadPrices(typed: Typed, currency: string): Typed {
  const names = ['price', 'minimumPrice'].filter((name) => name in typed)
  const prices = names.map((name) => {
    const read = readTyped(typed[name] ?? '', currency)
    return [name, 'amount' in read ? read.amount : (typed[name] ?? '')]
  })
  return { ...typed, ...Object.fromEntries(prices) }
}

/** What is sent of it: only what this kind and this way of pricing have. Names and rules are the contract's. */
export function fieldsOf(typed: Typed): Typed {
  const { title = '', description = '', category = '', status = 'published' } = typed
  const kind = kindOf(typed)
  return {
    kind,
    status,
    title: title.trim(),
    description,
    category,
    ...pricingOf(typed),
    ...(typed.showSupporters === 'true' && { showSupporters: 'true' }),
    accessType: { file: typed.accessType ?? '', link: 'link', text: 'view' }[kind],
    ...(kind === 'link' && { linkUrl: typed.linkUrl?.trim() ?? '' }),
    ...(kind === 'text' && { textContent: typed.textContent ?? '' }),
  }
}

export function kindOf(typed: Typed): ContentKind {
  return UploadFields.shape.kind.catch('file').parse(typed.kind)
}

export function isOpenPrice(typed: Typed): boolean {
  return typed.pricingModel === 'pay_what_you_want'
}

/** With pay what you want the price that is sent is the minimum, or 0 (spec.md section 5). */
function pricingOf(typed: Typed): Typed {
  const price = typed.price?.trim() ?? ''
  const minimumPrice = typed.minimumPrice?.trim() ?? ''
  if (!isOpenPrice(typed)) return { pricingModel: 'fixed', price }
  const chips = typed.chips?.trim() ?? ''
  return {
    pricingModel: 'pay_what_you_want',
    price: minimumPrice || '0',
    minimumPrice,
    ...(chips && { chips }),
  }
}

/** The form as it travels, after its file: the fields come before the picture. */
export function bodyOf(
  fields: Typed,
  { uploadId, preview }: { uploadId?: string | undefined; preview?: File },
): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (uploadId) body.append('uploadId', uploadId)
  if (preview) body.append('previewImage', preview)
  return body
}
