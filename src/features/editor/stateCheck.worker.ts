import { expose } from 'comlink'
import { checkStateText } from './stateCheck.ts'

// In a worker, so that the page stays usable while a state of 100 MB is parsed and verified.
expose({ checkStateText })
