import { getInstance } from '../../../contract/instance.ts'
import { useApiQuery } from '../../api/query-hooks.ts'

/** Returns a function for the tip link of an item, under the public URL of this site. */
export function useTipUrl(): (id: number) => string {
  const publicUrl = useApiQuery(getInstance).data?.publicUrl
  return (id) => `${publicUrl ?? location.origin}/p/${id}`
}
