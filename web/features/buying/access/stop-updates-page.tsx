import { BellOff } from 'lucide-react'
import { useParams } from 'wouter'
import { getItemUpdates } from '../../../../contract/item-updates.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LinkEnded } from '../../../shared/link-ended.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { StillWater } from '../../../ui/water.tsx'

/** Ends emails about updates of one item by a button. Opening the page is not enough, because email scanners open every link. */
export function StopUpdatesPage() {
  const { token = '' } = useParams()
  const { data } = useApiQuery(getItemUpdates, { params: { token } })
  if (!data)
    return (
      <LinkEnded description="It may have been cut off. Open the link in a newer email about this item." />
    )
  if (data.isOn)
    return (
      <PageNotice
        icon={<BellOff aria-hidden />}
        title={`Stop updates of ${data.title}?`}
        description="You won’t get emails about changes of this item anymore. Your purchase stays yours, with everything new in it."
        actions={
          <form method="post" action={`/stop-updates/${token}`}>
            <input type="hidden" name="page" value="1" />
            <Button type="submit" size="lg">
              Stop updates
            </Button>
          </form>
        }
      />
    )
  return (
    <PageNotice
      drawing={<StillWater />}
      title="You’ve stopped these updates"
      description={`We won’t email you about changes of ${data.title} again. They’re still on your page.`}
      actions={
        <form method="post" action={`/resume-updates/${token}`}>
          <Button type="submit" variant="secondary">
            Get updates again
          </Button>
        </form>
      }
    />
  )
}
