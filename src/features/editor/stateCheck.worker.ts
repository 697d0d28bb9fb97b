import { expose } from 'comlink'
import { checkStateText } from './stateCheck.ts'

// In a worker: a state of 100 MB is read and verified while the page stays usable.
expose({ checkStateText })
