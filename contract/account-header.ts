/**
 * The id of the account that a page was made for. Pages send it with every call, so that a tab of one account cannot
 * read or change another one that signed in later in the same browser. This file has no schemas, because pages load it.
 */
export const accountHeader = 'x-tipdrop-account'
