import { z } from 'zod'
import { NewTokenRequest } from '../lists/tokenList.ts'
import { ContinuationToken, Message, Seconds, type Routes } from './route.ts'

const UserInfo = z.strictObject({ name: z.string(), githubLogin: z.string(), avatarUrl: z.string() })

const User = z.strictObject({
  id: z.string(),
  githubLogin: z.string(),
  name: z.string(),
  email: z.string(),
  avatarUrl: z.string(),
  organizations: z.array(UserInfo),
  identities: z.array(z.string()),
  siteAdmin: z.boolean(),
})

const AccessToken = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  created: z.iso.datetime(),
  lastUsed: Seconds.describe('Seconds since 1970; 0: never'),
  expires: Seconds.describe('Seconds since 1970; 0: never'),
  admin: z.boolean(),
  createdBy: z.string(),
  type: z.literal('personal'),
})

const Capability = z.strictObject({
  capability: z.string(),
  version: z.int().optional(),
  configuration: z.looseObject({}).optional(),
})

const Member = z.strictObject({
  role: z.enum(['admin', 'member']),
  user: UserInfo,
  created: z.iso.datetime(),
  knownToPulumi: z.boolean(),
  virtualAdmin: z.boolean(),
  fgaRole: z.strictObject({
    id: z.enum(['reader', 'operator', 'admin']).describe('The role in this organization'),
    name: z.string(),
    modifiedAt: z.iso.datetime(),
  }),
})

const AuditEvents = z.strictObject({
  auditLogEvents: z.array(
    z.strictObject({
      timestamp: Seconds,
      sourceIP: z.string(),
      event: z.string(),
      description: z.string(),
      user: UserInfo,
      tokenName: z.string().optional(),
      authFailure: z.boolean().optional(),
    }),
  ),
  continuationToken: z.string().optional(),
})
const AuditQuery = z.object({
  eventFilter: z.string().optional().describe('Events of this type only, as stack.create'),
  userFilter: z.string().optional().describe('Events of this login only'),
  endTime: Seconds.optional().describe('Up to this time, in seconds since 1970'),
  continuationToken: ContinuationToken,
  format: z.literal('json').optional(),
})
const before = Seconds.optional().describe('Older than this time; with endTime: from this time on')
const from = Seconds.optional().describe('From this time on, in seconds since 1970')

/** Routes about the caller, the server's capabilities, and the members of organizations. */
export const accountRoutes: Routes = {
  'GET /api/user': { needs: 'read', id: 'GetCurrentUser', summary: 'Who calls.', tag: 'Users', reply: User },
  'GET /api/user/organizations/default': {
    needs: 'read',
    id: 'GetDefaultOrganization',
    summary: 'The organization of stacks that are named without one.',
    tag: 'Users',
    reply: z.strictObject({ GitHubLogin: z.string(), Messages: z.array(Message) }),
  },
  'GET /api/user/tokens': {
    needs: 'read',
    id: 'ListPersonalTokens',
    summary: 'Your access tokens, newest first.',
    tag: 'AccessTokens',
    query: z.object({
      filter: z.enum(['active', 'expired', 'all']).optional().describe('active by default'),
      maxResults: z.int().min(1).max(1000).optional().describe('100 by default'),
      continuationToken: ContinuationToken,
    }),
    reply: z.strictObject({ tokens: z.array(AccessToken), continuationToken: z.string().nullable() }),
  },
  'POST /api/user/tokens': {
    needs: 'read',
    id: 'CreatePersonalToken',
    summary: 'Create an access token: for operate, or for less, and to end no later, as the token that you come with.',
    tag: 'AccessTokens',
    body: NewTokenRequest,
    reply: z.strictObject({ id: z.string(), tokenValue: z.string().describe('Shown only once') }),
  },
  'DELETE /api/user/tokens/:tokenId': {
    needs: 'read',
    id: 'DeletePersonalToken',
    summary: 'Revoke one of your access tokens, and everything created with it.',
    tag: 'AccessTokens',
  },
  'GET /api/capabilities': {
    needs: 'public',
    id: 'Capabilities',
    summary: 'What the CLI may use of this server.',
    tag: 'Miscellaneous',
    reply: z.strictObject({ capabilities: z.array(Capability) }),
  },
  'GET /api/cli/version': {
    needs: 'public',
    id: 'Version',
    summary: 'Versions of the CLI that work with this server without a warning.',
    tag: 'Miscellaneous',
    reply: z.strictObject({
      latestVersion: z.string(),
      oldestWithoutWarning: z.string(),
      latestDevVersion: z.string(),
    }),
  },
  'GET /api/openapi/pulumi-spec.json': {
    needs: 'public',
    id: 'FetchRestSpecification',
    summary: 'This description.',
    tag: 'Miscellaneous',
    reply: z.looseObject({ openapi: z.string() }),
  },
  'GET /api/orgs/:org/members': {
    needs: 'admin',
    id: 'ListOrganizationMembers',
    summary: 'The users, with the role of each in the organization. For administrators; all on one page.',
    tag: 'Organizations',
    query: z.object({ type: z.enum(['frontend', 'backend']).optional() }),
    reply: z.strictObject({ members: z.array(Member) }),
  },
  'GET /api/orgs/:org/auditlogs': {
    needs: 'admin',
    id: 'ListAuditLogEventsHandlerV1',
    summary:
      'Who did what, newest first, 100 a page: to stacks of the organization, and to the server. For administrators.',
    tag: 'AuditLogs',
    query: AuditQuery.extend({ startTime: before }),
    reply: AuditEvents,
  },
  'GET /api/orgs/:org/auditlogs/v2': {
    needs: 'admin',
    id: 'ListAuditLogEventsHandlerV2',
    summary: 'The same, with `startTime` as the start of the range.',
    tag: 'AuditLogs',
    query: AuditQuery.extend({ startTime: from }),
    reply: AuditEvents,
  },
}
