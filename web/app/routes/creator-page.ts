import { type PageDefinition, pageTitle } from './page-route.ts'

/** A page for creators: rendered in the browser and not indexed. */
export function creatorPage(title: string, load: PageDefinition['load']): PageDefinition {
  return {
    load,
    head: () => ({ title: pageTitle(title), noIndex: true }),
    ssr: false,
    hydrate: 'react',
    layout: 'full',
  }
}
