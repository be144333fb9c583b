import { useSyncExternalStore } from 'react'
import { buildUrl } from '../../../../../contract/route.ts'
import { type ApiError, requestEndpoint } from '../../../../api/client.ts'
import type { ApiRoute, RequestInput } from '../../../../api/types.ts'
import { showErrorToast } from '../../../../shared/session-expired.ts'
import { toast } from '../../../../ui/toast.ts'
import { currentToast, dismissToast } from '../../../../ui/toast-store.ts'

/**
 * A decision waits for ten seconds before it is sent, so that Undo leaves no trace: no email is written and no entry in
 * the audit log. A page that is closed in the meantime sends it at once. One waits at a time; the next sends the one before.
 */
const undoMs = 10_000

type Deferred = { key: string; send: (isLeaving: boolean) => Promise<unknown>; onSent: () => void }

let waiting: Deferred | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Sent, until the list was read again. */
let sending: string | undefined
const listeners = new Set<() => void>()

type Decision<R extends ApiRoute> = {
  /** The row that it is about, which is hidden from now on. */
  key: string
  route: R
  input: RequestInput<R>
  title: string
  /** Reads the lists again. */
  onSent: () => Promise<unknown> | unknown
  onUndo: () => void
}

export function deferDecision<R extends ApiRoute>(decision: Decision<R>): void {
  const { key, route, input, title, onSent, onUndo } = decision
  sendWaiting()
  waiting = {
    key,
    onSent: () => void onSent(),
    send: (isLeaving) => (isLeaving ? sendWhileLeaving(route, input) : requestEndpoint<R>(route, input)),
  }
  timer = setTimeout(sendWaiting, undoMs)
  notify()
  toast({
    key,
    title,
    tone: 'success',
    durationMs: undoMs,
    action: {
      label: 'Undo',
      onSelect: () => {
        if (waiting?.key !== key) return
        clear()
        notify()
        onUndo()
      },
    },
  })
}

/** Sends the decision that waits now. */
function sendWaiting(): void {
  const decision = clear()
  if (!decision) return
  if (currentToast()?.key === decision.key) dismissToast()
  sending = decision.key
  void decision
    .send(false)
    .catch((error: ApiError) => showErrorToast(error, 'That didn’t work'))
    .then(() => decision.onSent())
    .finally(() => {
      if (sending === decision.key) sending = undefined
      notify()
    })
}

function clear(): Deferred | undefined {
  clearTimeout(timer)
  const decision = waiting
  waiting = undefined
  return decision
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A page that closes gets no answer, but the browser still sends this. */
function sendWhileLeaving(
  { method, path }: Pick<ApiRoute, 'method' | 'path'>,
  { params, query, body }: Parts,
) {
  return fetch(buildUrl({ path }, { ...(params && { params }), ...(query && { query }) }), {
    method,
    keepalive: true,
    credentials: 'include',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}

if (typeof window !== 'undefined')
  window.addEventListener(
    'pagehide',
    () =>
      void clear()
        ?.send(true)
        .catch(() => undefined),
  )

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The key of the row whose decision waits or is being sent; undefined when there is none. */
export function useDecidedKey(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => waiting?.key ?? sending,
    () => undefined,
  )
}
