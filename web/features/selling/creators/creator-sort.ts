import { type CreatorPageSort, creatorPageSorts } from '../../../../contract/content.ts'

/** The sort order in the URL of a creator's page; undefined for the default. */
export function sortOf(query: URLSearchParams): CreatorPageSort | undefined {
  return creatorPageSorts.find((sort) => sort === query.get('sort') && sort !== creatorPageSorts[0])
}
