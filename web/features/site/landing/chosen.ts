/** What a visitor gave: one or several files, a link or a text. */
export type Chosen = { files: [File, ...Array<File>] } | { link: string } | { text: string }
