import { folders, textsOf } from './texts.ts'

/** Prints every text that a person reads, below its file: `npm run copy`. */
for (const folder of folders) {
  let file = ''
  for (const text of textsOf(folder)) {
    if (text.file !== file) console.log(`${file && '\n'}${text.file}`)
    file = text.file
    console.log(`  ${text.text}`)
  }
  console.log()
}
