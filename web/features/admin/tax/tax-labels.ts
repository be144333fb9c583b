import type { TaxKind } from '../../../../contract/tax-kinds.ts'

export const taxKindLabels: Record<TaxKind, string> = { digital: 'Digital content', ebook: 'E-books' }
