import {
  AudioLines,
  BookOpen,
  ChevronRight,
  Coins,
  Eye,
  KeyRound,
  Mail,
  MessageSquareHeart,
  SlidersHorizontal,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { limits } from '../../../../../contract/limits.ts'
import { getAccount } from '../../../../../contract/settings.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FoldRow } from '../../../../ui/fold-row.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import type { FormValues } from './form-values.ts'
import { SuggestedAmountFields } from './pricing-fields.tsx'
import {
  amountsState,
  followersTitle,
  insideState,
  noteState,
  previewState,
  shownState,
  waysState,
} from './shine-states.ts'
import { TeaserFields } from './teaser-fields.tsx'
import { WaysToSell, waysToSellNames } from './ways-to-sell/ways-to-sell.tsx'

type ShineCardProps = {
  initialValues: FormValues
  values: FormValues
  instance: Instance
  /** The name of the current or the newly selected file. */
  fileName?: string | undefined
  /** Whether a list of parts has a text among other kinds. */
  hasText?: boolean
  /** How far the saved item's free preview is, which shows when it has failed. */
  teaserProgress?: ReactNode
  /** The saved item's images. */
  teaserPictures?: ReactNode
  /** Of an edited item. */
  item?: ContentForEditing
  /** Whether followers can be emailed: the item is new or a draft. */
  isUnpublished: boolean
  /** Several items at once can't be limited or released. */
  hasWaysToSell?: boolean
}

/** Everything optional, in rows that say what stands in them. No row is open at first, and all fields are in the form. */
export function ShineCard(props: ShineCardProps) {
  const { initialValues, values } = props
  const inside = insideState(values)
  const note = noteState(values)
  return (
    <section aria-labelledby="make-it-shine">
      <Card padding="none" className="overflow-clip">
        <div className="px-5 pt-5 pb-3 sm:px-6">
          <h2 id="make-it-shine" className="text-xl">
            Make it shine
          </h2>
          <p className="text-ink-faint text-sm">All optional, and you can do it later.</p>
        </div>
        <div className="px-5 pb-4 empty:hidden sm:px-6">{props.teaserProgress}</div>
        <AmountsRow {...props} />
        <PreviewRow {...props} />
        <FoldRow icon={<BookOpen />} title="What’s inside" {...inside} names={['whatsInside']}>
          <Field
            label="What’s inside"
            name="whatsInside"
            hint="One line for each part, shown as a list on your tip page."
          >
            <Textarea
              maxLength={limits.maxWhatsInsideLength}
              placeholder={'6 tracks, 31 minutes\nBooklet, 12 pages'}
              defaultValue={initialValues.whatsInside}
            />
          </Field>
        </FoldRow>
        <FoldRow icon={<MessageSquareHeart />} title="Thank-you note" {...note} names={['thankYouNote']}>
          <Field
            label="Thank-you note"
            name="thankYouNote"
            hint="Buyers see it first, with your photo. Leave blank to use the note from your settings."
          >
            <Textarea
              maxLength={limits.maxThankYouNoteLength}
              placeholder="Thank you! Start with…"
              defaultValue={initialValues.thankYouNote}
            />
          </Field>
        </FoldRow>
        <ShownRow {...props} />
        {props.isUnpublished && <FollowersRow {...props} />}
        {props.hasWaysToSell !== false && (
          <FoldRow
            icon={<SlidersHorizontal />}
            title="More ways to sell"
            {...waysState(values)}
            names={waysToSellNames}
          >
            <WaysToSell
              initialValues={initialValues}
              values={values}
              currency={props.item?.currency ?? props.instance.currency}
              {...(props.item && { item: props.item })}
            />
          </FoldRow>
        )}
        {props.item && <LicenseKeysRow id={props.item.id} />}
      </Card>
    </section>
  )
}

/** Keys have a page of their own: they are for few items. */
function LicenseKeysRow({ id }: { id: number }) {
  return (
    <TextLink
      unstyled
      href={`/edit/${id}/license-keys`}
      className="flex min-h-16 items-center gap-4 border-line border-t px-5 py-2.5 hover:bg-sunken sm:px-6"
    >
      <KeyRound aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 leading-snug">
        <b className="block font-semibold">License keys</b>
        <span className="text-ink-faint text-sm">For apps and plug-ins</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0" />
    </TextLink>
  )
}

function AmountsRow({ initialValues, values, instance }: ShineCardProps) {
  const row = amountsState(values)
  return (
    <FoldRow
      icon={<Coins />}
      title="Suggested amounts"
      {...(row ?? { state: '', isSet: false })}
      hidden={!row}
      names={['suggestedAmounts', 'suggestedAmount']}
    >
      <SuggestedAmountFields initialValues={initialValues} currency={instance.currency} />
    </FoldRow>
  )
}

/** Its fields stay in the form, so switching the kind or the file loses none. */
function PreviewRow({ initialValues, values, instance, fileName, hasText, teaserPictures }: ShineCardProps) {
  const { canPreviewPdf } = instance
  const row = previewState(values, { fileName, hasText, canPreviewPdf })
  return (
    <FoldRow
      icon={<AudioLines />}
      title="Free preview"
      {...(row ?? { state: 'Images that everyone can see', isSet: false })}
      hidden={!row && !teaserPictures}
      names={['teaserWords', 'teaserSeconds', 'teaserStartSecond', 'teaserPages']}
    >
      <TeaserFields
        initialValues={initialValues}
        values={values}
        fileName={fileName}
        hasText={hasText}
        instance={instance}
      />
      {teaserPictures}
    </FoldRow>
  )
}

function ShownRow({ initialValues, values }: ShineCardProps) {
  const row = shownState(values)
  return (
    <FoldRow
      icon={<Eye />}
      title="On your tip page"
      {...(row ?? { state: '', isSet: false })}
      hidden={!row}
      names={[]}
    >
      <div className="grid">
        <Checkbox name="showSupporters" value="true" defaultChecked={initialValues.showSupporters === 'true'}>
          Show supporters’ names and messages
        </Checkbox>
        <Checkbox name="showEarnings" value="true" defaultChecked={initialValues.showEarnings === 'true'}>
          Show what this item has earned
        </Checkbox>
      </div>
    </FoldRow>
  )
}

function FollowersRow({ initialValues, values }: ShineCardProps) {
  const count = useApiQuery(getAccount).data?.followerCount
  const isOn = values.notifyFollowers === 'true'
  const none = count === 0 ? 'No one follows you yet' : 'No email'
  return (
    <FoldRow
      icon={<Mail />}
      title={followersTitle(count)}
      state={isOn ? 'When you publish' : none}
      isSet={isOn}
      names={[]}
    >
      <Checkbox name="notifyFollowers" value="true" defaultChecked={initialValues.notifyFollowers === 'true'}>
        Email your followers when it’s published
      </Checkbox>
    </FoldRow>
  )
}
