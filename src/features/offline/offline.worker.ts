import { expose } from 'comlink'
import { createOfflineApi } from './offlineApi.ts'

// In a worker, so that the page stays usable while 85 MB are parsed, verified and searched for repairs.
expose(createOfflineApi())
