/** The name of the software, and the name of a site whose operator has not chosen another one. */
export const productName = 'Tipdrop'

export const imprintNames = ['Legal notice', 'Imprint'] as const
export type ImprintName = (typeof imprintNames)[number]

/** How this site presents itself on pages, in emails and in documents. */
export type Site = {
  name: string
  /** How numbers, amounts and dates are written, as a BCP 47 tag. */
  locale: string
  /** `#rrggbb`; null for the design's own color. */
  accentColor: string | null
  /** The logo's path on this site. */
  logoUrl: string | null
  /** The labels of the categories by id; null for those of a new site. */
  categoryLabels: Readonly<Record<string, string>> | null
  /** The seller's name and address, one line each; empty until they are set. */
  sellerLines: ReadonlyArray<string>
  supportEmail: string
  /** What the page with the seller's name and address is called. */
  imprintName: ImprintName
  /** What the tax in all prices is called, such as `VAT`; null while prices include none. */
  taxName: string | null
  /** The owner is the only creator. */
  isSolo: boolean
  /** The origin of links in emails and documents; empty where there are none. */
  publicUrl: string
}

export const defaultSite: Site = {
  name: productName,
  locale: 'en-US',
  accentColor: null,
  logoUrl: null,
  categoryLabels: null,
  sellerLines: [],
  supportEmail: '',
  imprintName: 'Legal notice',
  taxName: null,
  isSolo: false,
  publicUrl: '',
}

let current = defaultSite

/**
 * The site of this process or browser. Names and amounts are written in hundreds of places, so it is not an argument of
 * each of them (docs/decisions/101-present-the-site-by-process-state.md).
 */
export function site(): Site {
  return current
}

/** Sets what `site` returns. The server does it when settings change and before it renders a page; a browser once. */
export function setSite(changes: Partial<Site>): void {
  current = { ...defaultSite, ...changes }
}

/** The end of a sentence about shares of a sale: fee and share are of what is left of it after the tax in it. */
export function afterTax(): string {
  const { taxName } = current
  return taxName ? ` after ${taxName}` : ''
}

/**
 * The language of dates with words: that of the texts around them, English, in the order of the site's region. `27 November 2026`
 * for `de-DE`.
 */
export function dateLocale(): string {
  return `en-${current.locale.split('-').at(-1)}`
}
