import { type Beta, listBetas, switchBeta } from '../../../contract/pro.ts'
import { useRead, useRefresh, useSend } from '../../api/hooks.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { ProHint } from './pro-hint.tsx'

/** Switches for what is new. */
export function EarlyAccessSection({ isPro }: { isPro: boolean }) {
  const read = useRead(listBetas)
  return (
    <Section
      id="early-access"
      title="Early access"
      text="What is new, before everybody has it. Switch it off again whenever you like."
    >
      {!isPro && <ProHint what="Early access" />}
      <WhenLoaded read={read} what="The list" waiting={<Skeleton className="h-14 rounded-sm" />}>
        {(betas) => (
          <ul className="grid gap-4">
            {betas.map((beta) => (
              <li key={beta.name}>
                <Switch beta={beta} disabled={!isPro} />
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
    </Section>
  )
}

function Switch({ beta: { name, title, text, isOn }, disabled }: { beta: Beta; disabled: boolean }) {
  const refresh = useRefresh()
  const { mutate, isPending } = useSend(switchBeta, {
    done: () => refresh(listBetas),
    failed: (error) => toast({ title: 'Error', text: error.sentence, tone: 'destructive' }),
  })
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 has-disabled:cursor-default">
      <input
        type="checkbox"
        className="mt-1 size-5 shrink-0 accent-brand"
        checked={isOn}
        disabled={disabled || isPending}
        onChange={({ target }) => mutate({ body: { name, isOn: target.checked } })}
      />
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-soft">{text}</span>
      </span>
    </label>
  )
}
