import { getContent } from '../../../contract/content.ts'
import { getInstance } from '../../../contract/instance.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Island } from '../../hydration/island.tsx'
import { shareIsland } from './share.island.tsx'

/** The share button in the header of a tip page. Hidden when there is no such item. */
export function ShareAction({ params: { id = '' } }: { params: Record<string, string> }) {
  const { data: content } = useApiQuery(getContent, { params: { id } })
  const { data: instance } = useApiQuery(getInstance)
  if (!content) return null
  const url = `${instance?.publicUrl ?? ''}/p/${content.id}`
  return <Island island={shareIsland} props={{ id: content.id, title: content.title, url }} />
}
