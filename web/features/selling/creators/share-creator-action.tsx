import { useSearch } from 'wouter'
import { getCreator } from '../../../../contract/creators.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { sortOf } from './creator-sort.ts'
import { shareCreatorIsland } from './share-creator.island.tsx'

/** The share button in the header of a creator's page. Hidden when there is no such creator. */
export function ShareCreatorAction({ params: { handle = '' } }: { params: Record<string, string> }) {
  const query = { sort: sortOf(new URLSearchParams(useSearch())) }
  const { data: creator } = useApiQuery(getCreator, { params: { handle }, query })
  const { data: instance } = useApiQuery(getInstance)
  if (!creator) return null
  return (
    <Island
      island={shareCreatorIsland}
      props={{
        title: creator.name,
        url: `${instance?.publicUrl ?? ''}/@${creator.handle}`,
        copiedText: `${creator.name}’s page, ready to paste`,
      }}
    />
  )
}
