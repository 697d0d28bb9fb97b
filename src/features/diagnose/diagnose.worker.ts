import { expose } from 'comlink'
import { diagnoseText } from './diagnoseText.ts'

// In a worker: a log of 200 MB is searched while the page stays usable.
expose({ diagnoseText })
