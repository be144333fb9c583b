import { setSite } from '../../contract/site.ts'

// The server writes what differs from the default into the document's element. Modules with texts are compiled for the
// server too, whose types have no document.
const page: unknown = Reflect.get(globalThis, 'document')
if (hasDataset(page)) {
  const { siteName, locale, logo, imprint, tax, solo, categories } = page.documentElement.dataset
  setSite({
    ...(siteName && { name: siteName }),
    ...(locale && { locale }),
    ...(logo && { logoUrl: logo }),
    ...(imprint && { imprintName: 'Imprint' }),
    ...(tax && { taxName: tax }),
    ...(solo && { isSolo: true }),
    ...(categories && { categoryLabels: JSON.parse(categories) }),
  })
}

type Page = { documentElement: { dataset: Record<string, string | undefined> } }

function hasDataset(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'documentElement' in value
}
