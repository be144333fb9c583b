/** Has no types of its own. Where `globalThis.pdfjsWorker` is set, pdf.js runs it in the same thread. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
