import { type CreatorPageSort, creatorPageSorts } from '../../../contract/content-enums.ts'

/** The order of a creator's page that its address asks for; undefined for the default one. */
export function sortOf(query: URLSearchParams): CreatorPageSort | undefined {
  return creatorPageSorts.find((sort) => sort === query.get('sort') && sort !== creatorPageSorts[0])
}
