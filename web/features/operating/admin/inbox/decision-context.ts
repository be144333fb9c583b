import { createContext, useContext } from 'react'
import type { ApiRoute, RequestInput } from '../../../../api/types.ts'

export type DecisionApi = {
  /** Decides after the time for Undo. Only what moves no money. */
  defer: <R extends ApiRoute>(decision: { route: R; input: RequestInput<R>; title: string }) => void
  /** It was decided at once: the next one opens. */
  done: () => void
}

export const DecisionContext = createContext<DecisionApi | undefined>(undefined)

export function useDecision(): DecisionApi {
  const api = useContext(DecisionContext)
  if (!api) throw new Error('A decision is shown outside the inbox')
  return api
}
