import { screenLimits } from '../../contract/screen-limits.ts'

/** The site's fee and what a creator keeps of a sale, as percentages such as `20%` and `80%`. */
export function feeShares(feeBasisPoints: number = screenLimits.feeBasisPoints.creator) {
  return { fee: `${feeBasisPoints / 100}%`, kept: `${(10_000 - feeBasisPoints) / 100}%` }
}
