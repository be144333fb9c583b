import { useState } from 'react'
import {
  listWebhookEndpoints,
  revealWebhookSecret,
  rotateWebhookSecret,
  type WebhookEndpoint,
} from '../../../../contract/webhook-endpoints.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { toast } from '../../../ui/toast.ts'

/** The secret with which a receiver verifies. It is fetched when it is asked for, after a recent sign-in. */
export function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const params = { id: endpoint.id }
  const [secret, setSecret] = useState<string>()
  const [isShown, setIsShown] = useState(false)
  const [isRotating, setIsRotating] = useState(false)
  const invalidate = useInvalidateQueries()
  const reveal = useApiMutation(revealWebhookSecret, {
    onError: (error) => showErrorToast(error, 'Couldn’t show the secret'),
  })
  const rotate = useApiMutation(rotateWebhookSecret, {
    async onSuccess(reply) {
      setSecret(reply.secret)
      setIsShown(true)
      setIsRotating(false)
      await invalidate(listWebhookEndpoints)
    },
    onError: (error) => showErrorToast(error, 'Couldn’t rotate the secret'),
  })
  const withSecret = (use: (secret: string) => void) => {
    if (secret !== undefined) return use(secret)
    reveal.mutate(
      { params },
      {
        onSuccess(reply) {
          setSecret(reply.secret)
          use(reply.secret)
        },
      },
    )
  }
  const copy = async (text: string) => {
    const isCopied = await copyToClipboard(text)
    if (isCopied) toast({ title: 'Copied', tone: 'success' })
    else toast({ title: 'Couldn’t copy', description: 'Show the secret and select it.', tone: 'destructive' })
  }

  return (
    <div className="grid gap-1.5 rounded-md bg-sunken p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="wrap-anywhere min-w-0 text-sm">
          <span className="font-semibold">Signing secret</span>{' '}
          <span className="font-mono" data-testid="signing-secret">
            {isShown && secret !== undefined ? secret : 'whsec_••••••••••••'}
          </span>
        </p>
        <div className="flex flex-wrap">
          <Button
            variant="tertiary"
            size="sm"
            isLoading={reveal.isPending}
            onClick={() => (isShown ? setIsShown(false) : withSecret(() => setIsShown(true)))}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
          <Button variant="tertiary" size="sm" onClick={() => withSecret((text) => void copy(text))}>
            Copy
          </Button>
          <Button variant="tertiary" size="sm" onClick={() => setIsRotating(true)}>
            Rotate
          </Button>
        </div>
      </div>
      <p className="text-ink-soft text-sm">
        {endpoint.previousSecretUntil && Date.parse(endpoint.previousSecretUntil) > Date.now() ? (
          <>
            The secret before this one signs too until <LocalTime iso={endpoint.previousSecretUntil} />.
          </>
        ) : (
          'After Rotate, both secrets sign for 24 hours, so nothing is lost while you change it.'
        )}
      </p>
      <ConfirmDialog
        open={isRotating}
        onOpenChange={setIsRotating}
        title="Make a new signing secret?"
        description="The one of now signs too for 24 hours. Put the new one into your program in that time."
        confirmLabel="Rotate"
        tone="primary"
        isLoading={rotate.isPending}
        onConfirm={() => rotate.mutate({ params })}
      />
    </div>
  )
}
