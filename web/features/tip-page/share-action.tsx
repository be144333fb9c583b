import { getContent, getInstance } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Island } from '../../hydration/island.tsx'
import { shareIsland } from './share.tsx'

/** In the tip page's header. Without an item there is nothing to share. */
export function ShareAction({ params: { id = '' } }: { params: Record<string, string> }) {
  const { data: content } = useApiQuery(getContent, { params: { id } })
  const { data: instance } = useApiQuery(getInstance)
  if (!content) return null
  const url = `${instance?.publicUrl ?? ''}/p/${content.id}`
  return <Island island={shareIsland} props={{ id: content.id, title: content.title, url }} />
}
