/** Names that could be mistaken for Tipdrop or for one of its pages. */
const reservedHandles = new Set(
  'admin administrator api about access billing buyer contact creator creators dashboard dev feedback files help login logout mail me money official payment payments payout payouts pricing root sandbox security settings sign_in sign_up signin signup staff status success support system team terms tipdrop upload www you'.split(
    ' ',
  ),
)

/** False for reserved handles, also with underscores and digits around them. */
export function isHandleAllowed(handle: string): boolean {
  const bare = handle.replace(/^[_\d]+|[_\d]+$/g, '')
  return bare !== '' && !reservedHandles.has(handle) && !reservedHandles.has(bare)
}
