import { type ComponentProps, type ComponentType, createContext } from 'react'

type LinkComponent = 'a' | ComponentType<ComponentProps<'a'> & { href: string }>

/** The component of links to our own pages: the router's link inside the app, a plain one in islands. */
export const LinkContext = createContext<LinkComponent>('a')
