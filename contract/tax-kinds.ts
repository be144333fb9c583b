/** The kinds of items that may have tax rates of their own. Without schemas, because the database's tables use it. */
export const taxKinds = ['digital', 'ebook'] as const
export type TaxKind = (typeof taxKinds)[number]
