import { expose } from 'comlink'
import { createOfflineApi } from './offlineApi.ts'

// In a worker: 85 MB are read, verified and searched for repairs while the page stays usable.
expose(createOfflineApi())
