import type { ContentForEditing } from '../../contract/content-editing.ts'
import { listContentVersions } from '../../contract/item-updates.ts'
import { versionLimits } from '../../contract/version-limits.ts'
import { emailedTodaySentence } from '../../domain/item-updates.ts'
import { useApiQuery } from '../api/query.ts'
import type { ResponseOf } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { formatCount } from '../ui/format.ts'
import { Textarea } from '../ui/input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type NoteValues = { versionNotes?: string | undefined; emailBuyers?: string | undefined }

type WhatsNewProps = {
  item: Pick<ContentForEditing, 'id' | 'unlockCount'>
  initialValues: NoteValues
  values: NoteValues
  /** Whether a part, or an item of a bundle, was added, replaced or removed since the item was saved. */
  hasNewParts: boolean
}

/** A note for those who bought the item, with the first change of a part. Never for an item that nobody bought. */
export function WhatsNewCard(props: WhatsNewProps) {
  if (!isWhatsNewShown(props)) return null
  return <WhatsNewFields {...props} />
}

function isWhatsNewShown({ item, values, hasNewParts }: Omit<WhatsNewProps, 'initialValues'>): boolean {
  return item.unlockCount > 0 && (hasNewParts || Boolean(values.versionNotes))
}

function WhatsNewFields({ item, initialValues }: WhatsNewProps) {
  return (
    <Card className="grid gap-3">
      <Field
        label="What’s new?"
        name="versionNotes"
        isOptional
        hint="Buyers see it on their page, with today’s date."
      >
        <Textarea maxLength={versionLimits.maxNotesLength} defaultValue={initialValues.versionNotes} />
      </Field>
      <EmailBuyers item={item} isChecked={initialValues.emailBuyers === 'true'} />
    </Card>
  )
}

function EmailBuyers({ item, isChecked }: { item: WhatsNewProps['item']; isChecked: boolean }) {
  const { data, isError, refetch } = useApiQuery(listContentVersions, { params: { id: item.id } })
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
        We couldn’t find out whom an email would reach.
        <Button variant="tertiary" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data) return <Skeleton className="h-11 w-64" />
  if (data.buyerCount === 0) return null
  const refusal = refusalOf(data)
  return (
    <Field
      label=""
      name="emailBuyers"
      hint={refusal ?? 'At most one email a day for each item. Anyone can turn off updates of this item.'}
    >
      <Checkbox value="true" defaultChecked={isChecked && !refusal} disabled={refusal !== undefined}>
        {data.buyerCount === 1
          ? 'Email the person who bought this'
          : `Email the ${pluralizePeople(data.buyerCount)} who bought this`}
      </Checkbox>
    </Field>
  )
}

function refusalOf({ lastEmailedAt, nextEmailAt }: ResponseOf<typeof listContentVersions>) {
  if (!lastEmailedAt || !nextEmailAt) return undefined
  const [last, next] = [new Date(lastEmailedAt), new Date(nextEmailAt)]
  return emailedTodaySentence({ lastEmailedAt: last, nextAt: next, now: new Date(), timeZone: undefined })
}

function pluralizePeople(count: number): string {
  return `${formatCount(count)} people`
}

type Labels = { publish: string; draft: string }

/** The labels of the form's buttons, which say how many people are emailed. */
export function useLabelsWithEmail(props: Omit<WhatsNewProps, 'initialValues'>, labels: Labels): Labels {
  const isShown = isWhatsNewShown(props)
  const { data } = useApiQuery(listContentVersions, { params: { id: props.item.id }, enabled: isShown })
  if (!isShown || !data || props.values.emailBuyers !== 'true') return labels
  return { ...labels, publish: `Save and email ${formatCount(data.buyerCount)}` }
}
