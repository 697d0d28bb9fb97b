import { absentRoutes } from './absent.ts'
import { accountRoutes } from './accounts.ts'
import type { Routes } from './route.ts'
import { stackRoutes } from './stacks.ts'
import { updateRoutes } from './updates.ts'

/** All calls of the CLI's API. A test compares it with the routes of the app, in both directions. */
export const ROUTES: Routes = { ...accountRoutes, ...stackRoutes, ...updateRoutes, ...absentRoutes }
