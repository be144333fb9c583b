import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthwhile = /\.(m?js|css|html|svg|json|txt|xml|webmanifest|wasm)$/
const smallest = 1024
/** Brotli's maximum takes seconds for each of these, and saves a few percent of files that few pages load. */
const large = 300 * 1024

/** Writes a .br and a .gz file next to every compressible file of a folder. */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && worthwhile.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath ?? entry.path, entry.name))))
}

async function compressFile(file) {
  const bytes = await readFile(file)
  if (bytes.length < smallest) return
  const quality = bytes.length > large ? 9 : constants.BROTLI_MAX_QUALITY
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotli))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
