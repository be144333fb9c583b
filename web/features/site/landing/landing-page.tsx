import { getInstance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { landingStartIsland } from './landing-start.island.tsx'

export function LandingPage() {
  const { data } = useApiQuery(getInstance)
  return (
    <Island
      island={landingStartIsland}
      props={{
        maxBytes: data?.maxUploadBytes ?? limits.maxUploadBytes,
        feeBasisPoints: data?.feeBasisPoints ?? screenLimits.feeBasisPoints.creator,
        currency: data?.currency ?? 'USD',
        host: data ? new URL(data.publicUrl).host : '',
      }}
    />
  )
}
