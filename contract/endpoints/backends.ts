import {
  Backend,
  BackendAddress,
  BackendLayout,
  BackendLook,
  BackendProbe,
  BackendSize,
  Backends,
  NewBackend,
  StateCopies,
} from '../backends.ts'
import { endpoint } from '../endpoint.ts'
import { Nothing, stack } from './shared.ts'

const backend = '/api/ui/backends/:backend'

/** Connected backends: self-managed stores of states that this server mirrors. */
export const backendEndpoints = {
  backendList: endpoint({
    method: 'GET',
    path: '/api/ui/backends',
    access: 'admin',
    summary: 'The connected backends: where they are, how fresh their mirrors are, and what they cost.',
    reply: Backends,
  }),
  backendProbe: endpoint({
    method: 'POST',
    path: '/api/ui/backends/probe',
    access: 'admin',
    summary: 'Try to list and read a backend, without connecting it.',
    body: BackendAddress,
    reply: BackendProbe,
  }),
  backendConnect: endpoint({
    method: 'POST',
    path: '/api/ui/backends',
    access: 'admin',
    summary: 'Connect a backend under the name of a new organization. Nothing is written to it.',
    body: NewBackend,
    reply: Backend,
  }),
  backendLayout: endpoint({
    method: 'GET',
    path: `${backend}/layout`,
    access: 'admin',
    summary: 'The stacks of a backend that are in the old layout, what an upgrade would do with each, and the steps.',
    reply: BackendLayout,
  }),
  backendSize: endpoint({
    method: 'GET',
    path: `${backend}/size`,
    access: 'admin',
    summary: 'What takes how much room in a backend: by kind, by stack, by month. Lists every object now.',
    reply: BackendSize,
  }),
  stateCopies: endpoint({
    method: 'GET',
    path: `${stack}/copies`,
    access: 'reader',
    summary: 'The copies of the state of a stack in a connected backend, read now, with a verdict on each.',
    reply: StateCopies,
  }),
  backendLook: endpoint({
    method: 'POST',
    path: `${backend}/look`,
    access: 'reader',
    summary:
      'Look at a backend now, and wait until its mirror is up to date, with the history of one stack if it is named.',
    body: BackendLook,
    reply: Nothing,
  }),
  backendDisconnect: endpoint({
    method: 'DELETE',
    path: backend,
    access: 'admin',
    summary: 'Disconnect a backend: its mirror and the copies that were kept are removed, the backend is not changed.',
    reply: Nothing,
  }),
} as const
