import { straightText } from './visible.ts'

// oxlint-disable no-control-regex -- these are the characters to be removed

/** Terminal sequences: colours and movements (CSI), titles and links (OSC) and other strings, single commands. */
const SEQUENCES =
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B[\]PX^_](?:[^\u0007\u001B]|\u001B(?!\\))*(?:\u0007|\u001B\\)?|\u009B[0-?]*[ -/]*[@-~]|\u001B[ -/]*[0-~]?/g
/** Other control and invisible characters; tabs and line breaks stay. */
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g
/** Overwritten text of a line: of `10 %\r20 %\r` a terminal shows the last part. */
const OVERWRITTEN = /[^\n]*\r(?=[^\r\n])/g

/** The plain text of output written for a terminal; characters that change its direction are shown. */
export function plainText(text: string): string {
  if (!/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/.test(text)) return text
  return straightText(text)
    .replace(SEQUENCES, '')
    .replaceAll('\r\n', '\n')
    .replace(OVERWRITTEN, '')
    .replaceAll('\r', '')
    .replace(CONTROLS, '')
}
