import { useState } from 'react'
import { type ApiKey, listApiKeys, revokeApiKey } from '../../../../contract/api-keys.ts'
import { apiScopes, readScopes, scopeLabels } from '../../../../contract/scopes.ts'
import { useApiMutation, useApiQuery, useSetQueryData } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'

/** The creator's API keys, newest first. */
export function ApiKeyList() {
  const query = useApiQuery(listApiKeys)
  return (
    <QueryState
      query={query}
      subject="Your API keys"
      skeleton={<SkeletonBlocks label="Loading your API keys" sizes={['h-16', 'h-16']} />}
    >
      {(keys) =>
        keys.length > 0 ? (
          <ul className="m-0 grid list-none p-0">
            {keys.map((apiKey) => (
              <ApiKeyRow key={apiKey.id} apiKey={apiKey} />
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">No keys yet.</p>
        )
      }
    </QueryState>
  )
}

function ApiKeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, last4, scopes, lastUsedAt, expiresAt } = apiKey
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t py-3.5 first:border-t-0 first:pt-0">
      <div className="grid min-w-0 basis-52 grow gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-semibold">{name}</span>
          {expiresAt && (
            <Badge tone="warn">
              Ends <LocalTime iso={expiresAt} format="date" />
            </Badge>
          )}
        </p>
        <p className="font-mono text-ink-soft text-sm">tdk_…{last4}</p>
      </div>
      <p className="min-w-0 basis-52 grow text-ink-soft text-sm">{describeScopes(scopes)}</p>
      <div className="flex items-center justify-between gap-x-6 max-sm:basis-full">
        <p className="text-ink-soft text-sm">
          {lastUsedAt ? (
            <>
              Used <RelativeTime iso={lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}
        </p>
        <Button variant="tertiary" size="sm" onClick={() => setIsDeleting(true)}>
          Delete<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isDeleting && <DeleteKeyDialog apiKey={apiKey} onClose={() => setIsDeleting(false)} />}
    </li>
  )
}

function DeleteKeyDialog({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const setKeys = useSetQueryData(listApiKeys)
  const send = useApiMutation(revokeApiKey, {
    onSuccess(keys) {
      setKeys(keys)
      onClose()
      toast({ title: 'Key deleted', tone: 'success' })
    },
    onError: (error) => showErrorToast(error, 'Couldn’t delete the key'),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description="Programs that use this key stop working right away."
      confirmLabel="Delete key"
      isLoading={send.isPending}
      onConfirm={() => send.mutate({ params: { id } })}
    />
  )
}

/** What a key can do, in a line. */
function describeScopes(scopes: ApiKey['scopes']): string {
  if (scopes.length === apiScopes.length) return 'Reads and changes everything a key can'
  if (scopes.length === readScopes.length && scopes.every((scope) => readScopes.includes(scope)))
    return 'Reads everything a key can'
  const [first = '', ...rest] = scopes.map((scope) => scopeLabels[scope])
  return [first, ...rest.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join('; ')
}
