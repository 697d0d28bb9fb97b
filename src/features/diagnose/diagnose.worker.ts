import { expose } from 'comlink'
import { diagnoseText } from './diagnoseText.ts'

// In a worker, so that the page stays usable while a log of 200 MB is searched.
expose({ diagnoseText })
