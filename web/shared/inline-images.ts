import { createContext } from 'react'

/**
 * Images that are in the page itself, as data URLs by their URLs. Only the server has them, so only parts of a page that
 * are not hydrated may use them.
 */
export const InlineImagesContext = createContext<ReadonlyMap<string, string>>(new Map())
