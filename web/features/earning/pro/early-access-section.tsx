import { type BetaFeature, listBetaFeatures, setBetaFeature } from '../../../../contract/pro.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { ProFeatureNotice } from '../../../shared/pro.tsx'
import { QueryState } from '../../../shared/query-state.tsx'
import { Section } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'

export function EarlyAccessSection({ isPro }: { isPro: boolean }) {
  const read = useApiQuery(listBetaFeatures)
  return (
    <Section
      id="early-access"
      title="Early access"
      description="Try new features before everyone else. Turn them off anytime."
    >
      {!isPro && <ProFeatureNotice feature="Early access" />}
      <QueryState query={read} subject="Early access" skeleton={<Skeleton shape="block" className="h-14" />}>
        {(betas) => (
          <ul className="grid gap-4">
            {betas.map((beta) => (
              <li key={beta.name}>
                <BetaToggle beta={beta} disabled={!isPro} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  )
}

type BetaToggleProps = { beta: BetaFeature; disabled: boolean }

function BetaToggle({ beta: { name, title, text, isEnabled }, disabled }: BetaToggleProps) {
  const refresh = useInvalidateQueries()
  const { mutate, isPending } = useApiMutation(setBetaFeature, {
    onSuccess: async (_, { body }) => {
      const isNowOn = body?.isEnabled === true
      toast({
        title: isNowOn ? 'Early access on' : 'Early access off',
        description: isNowOn ? `You’ll get “${title}” from now on.` : `You won’t get “${title}” anymore.`,
        tone: 'success',
      })
      await refresh(listBetaFeatures)
    },
    onError: (error) => toast({ title: 'Error', description: error.userMessage, tone: 'destructive' }),
  })
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 has-disabled:cursor-default">
      <input
        type="checkbox"
        className="mt-1 size-5 shrink-0 accent-brand"
        checked={isEnabled}
        disabled={disabled || isPending}
        onChange={({ target }) => mutate({ body: { name, isEnabled: target.checked } })}
      />
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-soft">{text}</span>
      </span>
    </label>
  )
}
